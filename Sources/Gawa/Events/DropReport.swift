/// Who is told when a listener misses values: the bridge, for listeners that are made in a task of its own.
///
/// A task's local value, so that it is found behind any number of `map` and `filter`.
enum DropReport {
    typealias Report = @Sendable (_ droppedCount: Int) -> Void

    @TaskLocal static var current: Report?
}
