internal import Foundation

/// Dates as JavaScript counts them: whole milliseconds since 1970, at most 8.64e15 either way.
enum WireDates {
    private static let maximum = 8_640_000_000_000_000
    private static let referenceDate = 978_307_200_000

    /// The nearest millisecond; nil if JavaScript has no such date.
    ///
    /// Seconds and their fraction go apart, for that each operation is exact and every millisecond comes back.
    static func milliseconds(of date: Date) -> Int? {
        let interval = date.timeIntervalSinceReferenceDate
        guard abs(interval) <= 1e13 else { return nil }
        let seconds = interval.rounded(.towardZero)
        let milliseconds = Int(seconds) * 1000 + Int(((interval - seconds) * 1000).rounded()) + referenceDate
        return abs(milliseconds) <= maximum ? milliseconds : nil
    }

    /// The date of a number of milliseconds; nil if JavaScript has no such date.
    static func date(milliseconds: Double) -> Date? {
        guard abs(milliseconds) <= Double(maximum) else { return nil }
        let date = Date(timeIntervalSince1970: milliseconds / 1000)
        if Double(Self.milliseconds(of: date) ?? 0) == milliseconds.rounded(.towardZero) { return date }
        // In far years the way over seconds since 1970 rounds twice, and may miss the millisecond.
        return Date(timeIntervalSinceReferenceDate: (milliseconds - Double(referenceDate)) / 1000)
    }
}
