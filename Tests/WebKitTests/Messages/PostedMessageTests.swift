import CWebKitGTK
import GLib
import Testing

@testable import WebKit

/// The line of trust: what the host takes from a web process, and what it refuses.
@MainActor @Suite
struct PostedMessageTests {
    /// A made-up message; the parts are those of a `post`.
    private static func post(
        frame: UInt64 = 7, isMainFrame: Bool = true, document: UInt64 = 3, url: String = "http://a.example/",
        origin: String = "http://a.example", world: String = "", handler: String = "h",
        registration: UInt64 = 5, body: String = "1"
    ) -> Variant {
        Variant(tuple: [
            Variant(frame), Variant(isMainFrame), Variant(document), Variant(url), Variant(origin), Variant(world),
            Variant(handler), Variant(registration), Variant(body),
        ])
    }

    private static func message(_ name: String, _ parameters: Variant?) -> Retained {
        guard let parameters else { return Retained(retaining: webkit_user_message_new(name, nil)) }
        return Retained(retaining: parameters.withPointer { webkit_user_message_new(name, $0) })
    }

    @Test func `a post is read field by field`() throws {
        let post = try #require(
            PostedMessage(Self.message("post", Self.post(isMainFrame: false, world: "world-w", body: "\"é\""))))
        #expect(post.frameID == 7 && !post.isMainFrame)
        #expect(post.url == "http://a.example/" && post.origin == "http://a.example")
        #expect(post.world == "world-w" && post.handler == "h" && post.registration == 5 && post.body == "\"é\"")
    }

    @Test func `a message of another shape is none`() {
        let text = Variant("x")
        let number = Variant(UInt64(7))
        let shapes: [Variant?] = [
            nil, text, Variant(tuple: []), Variant(strings: ["a"]), Variant(tuple: [text]),
            Variant(tuple: [Variant(true), number, number, text, text, text, text, number, text]),
            Variant(tuple: [number, Variant(true), number, text, text, text, text, text]),
            Variant(tuple: [number, Variant(true), number, text, text, text, text, number]),
            Variant(tuple: [number, Variant(true), number, text, text, text, text, number, text, text]),
            Variant(tuple: [number, Variant(true), number, text, text, text, text, number, Variant(strings: ["x"])]),
            Variant(dictionary: [("frame", Variant(UInt64(7)))]),
        ]
        for shape in shapes { #expect(PostedMessage(Self.message("post", shape)) == nil) }
        for name in ["", "Post", "post ", "evaluate", "state"] {
            #expect(PostedMessage(Self.message(name, Self.post())) == nil)
        }
    }

    @Test func `a message without a name is none`() {
        // The engine makes one when a web process sends no name.
        guard let object = g_object_new_with_properties(webkit_user_message_get_type(), 0, nil, nil) else {
            Issue.record("no message")
            return
        }
        #expect(PostedMessage(Retained(retaining: OpaquePointer(object))) == nil)
    }

    // MARK: Origin

    @Test(arguments: [
        ("http://a.example", "http://a.example/path?q#f", true),
        ("http://a.example", "http://a.example:80/", true),
        ("http://A.example", "http://a.EXAMPLE/", true),
        ("https://a.example:8443", "https://a.example:8443/", true),
        ("http://[::1]:8080", "http://[::1]:8080/", true),
        ("http://a.example", "blob:http://a.example/0a1b", true),
        ("http://a.example", "https://a.example/", false),
        ("http://a.example", "http://a.example:81/", false),
        ("http://a.example", "http://b.example/", false),
        ("http://a.example", "http://a.example.evil.example/", false),
        ("http://a.example", "http://a.example@evil.example/", false),
        ("http://evil.example", "http://a.example:evil@evil.example/", true),
        ("http://a.example", "blob:http://b.example/0a1b", false),
        ("http://[::1]:8080", "http://[::2]:8080/", false),
        ("file://", "http://a.example/", false),
        ("app://x", "app://y/", false),
        ("app://x", "app://x/", true),
        // An opaque origin has no rights, so it is believed.
        ("null", "http://a.example/", true),
        // These have the origin of whoever made them.
        ("http://a.example", "about:blank", true),
        ("http://a.example", "", true),
    ])
    func `the main frame's origin is held to the committed URL`(origin: String, committed: String, isPlausible: Bool)
        throws
    {
        let post = try #require(PostedMessage(Self.message("post", Self.post(origin: origin))))
        #expect(post.isPlausible(committedURL: committed) == isPlausible)
    }

    @Test(arguments: [
        "http://other.example", "null", "", "http://", "nonsense", "http://a b/", "javascript://x", "::", "\u{FFFD}",
    ])
    func `a sub-frame's origin is what the module says, and nonsense is opaque`(origin: String) throws {
        let post = try #require(PostedMessage(Self.message("post", Self.post(isMainFrame: false, origin: origin))))
        #expect(post.isPlausible(committedURL: "http://a.example/"))
        let security = WKSecurityOrigin(Origin(origin))
        if !["http://other.example", "javascript://x"].contains(origin) {
            #expect(security.host.isEmpty && security.protocol.isEmpty && security.port == 0)
        }
    }

    @Test(arguments: [
        "http://a.example", "http://a.example:8080", "http://a_b.example", "http://xn--nxasmq6b.example",
        "http://1.2.3.4",
        "http://[2001:db8::1]:99", "https://a.example.", "http://a!b.example", "http://a-.example", "app://host",
        "http://a'b", "http://a~b:1", "http://a$b", "http://(a)", "http://a+b", "http://a,b;c=d",
    ])
    func `every origin that a page can have is read whole`(text: String) throws {
        let origin = try #require(Origin(text))
        #expect(origin.description == text)
    }
}
