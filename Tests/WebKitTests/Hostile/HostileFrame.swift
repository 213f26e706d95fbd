import Testing

/// A kind of frame that a hostile page can make.
struct HostileFrame: Sendable, CustomTestStringConvertible {
    let name: String
    /// An expression that makes the frame, of `make` and what the page has.
    let make: String
    /// What the host must hold for the origin and the place of what the frame posts.
    let origin: String
    let place: String

    var testDescription: String { name }

    /// Whether the main frame, which is the attacker's, may reach into the frame and it into the main frame.
    var isSameOrigin: Bool { origin == "localhost" }

    static let all = [
        Self(name: "same-origin", make: "make({ src: '/agent' })", origin: "localhost", place: "/agent"),
        Self(
            name: "cross-origin by port", make: "make({ src: other + '/agent' })", origin: "localhost:other",
            place: "/agent"),
        Self(
            name: "cross-origin by IPv4", make: "make({ src: `http://127.0.0.1:${port}/agent` })",
            origin: "127.0.0.1", place: "/agent"),
        Self(
            name: "cross-origin by IPv6", make: "make({ src: `http://[::1]:${port}/agent` })", origin: "[::1]",
            place: "/agent"),
        Self(
            name: "sandboxed", make: "make({ src: '/agent', sandbox: 'allow-scripts' })", origin: "opaque",
            place: "/agent"),
        Self(
            name: "sandboxed as the same origin",
            make: "make({ src: '/agent', sandbox: 'allow-scripts allow-same-origin' })", origin: "localhost",
            place: "/agent"),
        Self(name: "srcdoc", make: "make({ srcdoc: agentPage })", origin: "localhost", place: "about:"),
        Self(
            name: "sandboxed srcdoc", make: "make({ srcdoc: agentPage, sandbox: 'allow-scripts' })",
            origin: "opaque", place: "about:"),
        Self(
            name: "data", make: "make({ src: 'data:text/html,' + encodeURIComponent(agentPage) })",
            origin: "opaque", place: "data:"),
        Self(
            name: "blob", make: "make({ src: URL.createObjectURL(new Blob([agentPage], { type: 'text/html' })) })",
            origin: "localhost", place: "blob:"),
        Self(
            name: "sandboxed blob",
            make: """
                make({ src: URL.createObjectURL(new Blob([agentPage], { type: 'text/html' })), \
                sandbox: 'allow-scripts' })
                """, origin: "opaque", place: "blob:"),
        Self(
            name: "javascript", make: "make({ src: 'javascript:parent.agentPage' })",
            origin: "localhost", place: "about:"),
        Self(
            name: "about:blank, written",
            make: """
                (async () => {
                    const frame = document.createElement('iframe');
                    document.body.append(frame);
                    const wait = whenReady(frame);
                    frame.contentDocument.write(agentPage);
                    frame.contentDocument.close();
                    await wait;
                    return frame;
                })()
                """, origin: "localhost", place: "/"),
        Self(
            name: "about:blank, scripted",
            make: """
                (async () => {
                    const frame = document.createElement('iframe');
                    document.body.append(frame);
                    const wait = whenReady(frame);
                    const script = frame.contentDocument.createElement('script');
                    script.textContent = agent;
                    frame.contentDocument.body.append(script);
                    await wait;
                    return frame;
                })()
                """, origin: "localhost", place: "about:"),
    ]
}
