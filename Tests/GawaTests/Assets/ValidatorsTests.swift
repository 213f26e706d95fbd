import Testing

@testable import Gawa

private let before = "Sun, 06 Nov 1994 08:49:36 GMT"
private let then = "Sun, 06 Nov 1994 08:49:37 GMT"
private let after = "Sun, 06 Nov 1994 08:49:38 GMT"

/// Conditions of requests, by the letter of RFC 9110, 13.
struct ValidatorsTests {
    private let validators = Validators(
        tag: EntityTag(text: "a,b"), modified: HTTPDate(seconds: 784_111_777), now: HTTPDate(seconds: 1_796_000_000))

    @Test(arguments: [
        ("\"x\"", [EntityTag(text: "x")]),
        ("\"x\", W/\"y\"", [EntityTag(text: "x"), EntityTag(text: "y", isWeak: true)]),
        ("\"a,b\",\"\"", [EntityTag(text: "a,b"), EntityTag(text: "")]), (" , \"x\" ,", [EntityTag(text: "x")]),
        ("x", []),
        ("\"x", []), ("w/\"x\"", []), ("\"x\" y", [EntityTag(text: "x")]), ("*", []),
    ])
    func `lists of tags are read`(value: String, tags: [EntityTag]) {
        #expect(EntityTag.list(value) == tags)
    }

    @Test(
        arguments: [
            ([:], Validators.Outcome.proceed),
            (["If-None-Match": "\"a,b\""], .notModified), (["If-None-Match": "W/\"a,b\""], .notModified),
            (["If-None-Match": "\"x\", \"a,b\""], .notModified), (["If-None-Match": "*"], .notModified),
            (["If-None-Match": "\"x\""], .proceed), (["If-None-Match": "a,b"], .proceed),
            (["If-None-Match": ""], .proceed),
            (["If-Modified-Since": then], .notModified), (["If-Modified-Since": after], .notModified),
            (["If-Modified-Since": before], .proceed), (["If-Modified-Since": "yesterday"], .proceed),
            // The tag counts, not the date.
            (["If-None-Match": "\"x\"", "If-Modified-Since": after], .proceed),
            (["If-None-Match": "\"a,b\"", "If-Modified-Since": before], .notModified),
            (["If-Match": "\"a,b\""], .proceed), (["If-Match": "*"], .proceed), (["If-Match": "\"x\""], .failed),
            (["If-Match": "W/\"a,b\""], .failed), (["If-Match": ""], .failed),
            (["If-Unmodified-Since": then], .proceed), (["If-Unmodified-Since": after], .proceed),
            (["If-Unmodified-Since": before], .failed), (["If-Unmodified-Since": "yesterday"], .proceed),
            (["If-Match": "\"a,b\"", "If-Unmodified-Since": before], .proceed),
            (["If-Match": "\"x\"", "If-Unmodified-Since": after], .failed),
            (["If-Match": "\"a,b\"", "If-None-Match": "\"a,b\""], .notModified),
            (["If-Match": "\"x\"", "If-None-Match": "\"a,b\""], .failed),
            (["If-Unmodified-Since": after, "If-Modified-Since": after], .notModified),
        ] as [([String: String], Validators.Outcome)])
    func `conditions count in their order`(headers: [String: String], outcome: Validators.Outcome) {
        #expect(validators.outcome(of: RouteHeaders(headers)) == outcome, "\(headers)")
    }

    @Test(
        arguments: [
            (nil, true), ("\"a,b\"", true), ("W/\"a,b\"", false), ("\"x\"", false), (then, true), (after, false),
            (before, false),
            ("x", false), ("", false),
        ] as [(String?, Bool)])
    func `a range counts for the very state that If-Range names`(value: String?, counts: Bool) {
        var headers = RouteHeaders()
        headers["If-Range"] = value
        #expect(validators.allowRange(headers) == counts)
    }

    @Test func `a date within the second of the change is no strong validator`() {
        let date = HTTPDate(seconds: 784_111_777)
        let fresh = Validators(tag: nil, modified: date, now: date)
        #expect(!fresh.allowRange(["If-Range": then]))
    }

    @Test func `without validators only the star matches`() {
        let none = Validators(tag: nil, modified: nil, now: HTTPDate(seconds: 0))
        #expect(none.outcome(of: ["If-None-Match": "\"x\"", "If-Modified-Since": after]) == .proceed)
        #expect(none.outcome(of: ["If-Match": "\"x\""]) == .failed)
        #expect(none.outcome(of: ["If-Match": "*"]) == .proceed)
        #expect(!none.allowRange(["If-Range": then]) && !none.allowRange(["If-Range": "\"x\""]))
    }
}
