extension Duration {
    /// The same, but no longer than an instant can be away: adding to the clock's time would overflow, and stop the program.
    var reachable: Duration { max(.seconds(-Self.farthest), min(.seconds(Self.farthest), self)) }

    // Thirty years: no process lives that long.
    private static let farthest: Int64 = 1_000_000_000
}
