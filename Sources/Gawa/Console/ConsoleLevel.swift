/// The console method that made an entry, by its name in the Console Standard.
///
/// Source: [Console Standard](https://console.spec.whatwg.org).
public enum ConsoleLevel: String, Sendable, Hashable, CaseIterable {
    /// `console.log`.
    case log
    /// `console.debug`.
    case debug
    /// `console.info`.
    case info
    /// `console.warn`, and what counters and timers complain of.
    case warn
    /// `console.error`, and errors that nobody caught.
    case error
    /// `console.trace`.
    case trace
    /// `console.assert` with a condition that is false.
    case assert
    /// `console.table`.
    case table
    /// `console.dir`.
    case dir
    /// `console.dirxml`.
    case dirxml
    /// `console.group`; its own entry is outside of the group.
    case group
    /// `console.groupCollapsed`; its own entry is outside of the group.
    case groupCollapsed
    /// `console.groupEnd`; its own entry is outside of the group.
    case groupEnd
    /// `console.count`.
    case count
    /// `console.timeLog`.
    case timeLog
    /// `console.timeEnd`.
    case timeEnd
    /// `console.clear`. Entries that were recorded stay.
    case clear
}
