/// What tells one state of a file from another, and what the conditions of a request come to by it.
///
/// Source: RFC 9110, 13.
struct Validators {
    /// nil where no two answers are the same.
    let tag: EntityTag?
    /// nil where no two answers are the same.
    let modified: HTTPDate?
    /// The time of the request.
    let now: HTTPDate

    /// What to do with a request.
    enum Outcome {
        case proceed
        case notModified
        case failed
    }

    /// Evaluates the conditions of a GET or HEAD in the order of RFC 9110, 13.2.2.
    func outcome(of headers: RouteHeaders) -> Outcome {
        if let value = headers["If-Match"] {
            guard matches(value, by: { $0.strongMatches($1) }) else { return .failed }
        } else if let date = date(headers["If-Unmodified-Since"]), let modified, modified > date {
            return .failed
        }
        if let value = headers["If-None-Match"] {
            return matches(value, by: { $0.weakMatches($1) }) ? .notModified : .proceed
        }
        if let date = date(headers["If-Modified-Since"]), let modified, modified <= date { return .notModified }
        return .proceed
    }

    /// Whether `Range` counts: `If-Range` is missing or names this very state.
    ///
    /// A date does so exactly, and only when the file has not changed within the second before: it might change again
    /// in it. Source: RFC 9110, 13.1.5 and 8.8.2.2.
    func allowRange(_ headers: RouteHeaders) -> Bool {
        guard let value = headers["If-Range"] else { return true }
        if let named = EntityTag.list(value).first { return tag.map { named.strongMatches($0) } ?? false }
        guard let modified, let date = date(value) else { return false }
        return date == modified && modified.seconds < now.seconds
    }

    private func matches(_ value: String, by isSame: (EntityTag, EntityTag) -> Bool) -> Bool {
        switch EntityTag.Condition(value) {
        case .any: true
        case .tags(let tags): tag.map { tag in tags.contains { isSame($0, tag) } } ?? false
        }
    }

    /// A date that is none does not count.
    private func date(_ value: String?) -> HTTPDate? { value.flatMap { HTTPDate($0, now: now) } }
}
