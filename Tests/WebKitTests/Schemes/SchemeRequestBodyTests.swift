import GawaTestSupport
import TestServer
import Testing
import WebKit

/// What a handler gets of a request: method, header fields and body.
@MainActor @Suite(.serialized)
struct SchemeRequestBodyTests {
    private func page(_ handler: SchemeRecorder) async throws -> TestPage {
        handler.fallback = { $0.answer("ok") }
        let page = try await handler.page()
        handler.reset()
        return page
    }

    private func text(_ handler: SchemeRecorder) -> String? {
        handler.started.last?.request.httpBody.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `sh-post-string: text arrives as the body`() async throws {
        let handler = SchemeRecorder()
        let page = try await page(handler)
        try await page.call(
            """
            await new Promise(done => {
                const xhr = new XMLHttpRequest();
                xhr.onloadend = done;
                xhr.open('POST', '/string');
                xhr.send('foo=bar');
            })
            """)
        #expect(handler.started.last?.request.httpBody?.count == 7)
        #expect(text(handler) == "foo=bar")
    }

    @Test func `sh-post-bytes: a typed array arrives as the body`() async throws {
        let handler = SchemeRecorder()
        let page = try await page(handler)
        try await page.call("await fetch('/bytes', {method: 'POST', body: new Uint8Array([72, 105, 0, 255])})")
        #expect(handler.started.last?.request.httpBody == Data([72, 105, 0, 255]))
    }

    @Test func `sh-post-upload-stream: a watched upload arrives whole, as httpBody`() async throws {
        let handler = SchemeRecorder()
        let page = try await page(handler)
        try await page.call(
            """
            await new Promise(done => {
                const xhr = new XMLHttpRequest();
                xhr.onloadend = done;
                xhr.open('POST', '/upload');
                const upload = xhr.upload;
                upload.onprogress = () => {};
                xhr.send('foo=bar2');
            })
            """)
        #expect(text(handler) == "foo=bar2")
        #expect(handler.started.last?.request.httpBodyStream == nil)
    }

    @Test(arguments: ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
    func `BR-080: method, header fields and body arrive as they were sent`(method: String) async throws {
        let handler = SchemeRecorder()
        let page = try await page(handler)
        for (body, type, expected) in [
            ("'text ü'", "text/plain;charset=UTF-8", Data("text ü".utf8)),
            ("JSON.stringify({a: [1]})", "application/json", Data("{\"a\":[1]}".utf8)),
            (
                "new URLSearchParams({a: 'b c'})", "application/x-www-form-urlencoded;charset=UTF-8",
                Data("a=b+c".utf8)
            ),
            ("new Uint8Array(3 << 20).map((_, i) => i * 7)", nil, Self.pattern), ("undefined", nil, nil),
        ] where method != "GET" || expected == nil {
            for way in ["fetch", "xhr"] {
                try await page.call(
                    """
                    const body = \(body), headers = {'X-Custom': 'yes, really'};
                    if (type === 'application/json') headers['Content-Type'] = type;
                    if (way === 'fetch') return await (await fetch('/x', {method, headers, body})).text();
                    await new Promise(done => {
                        const xhr = new XMLHttpRequest();
                        xhr.onloadend = done;
                        xhr.open(method, '/x');
                        for (const name in headers) xhr.setRequestHeader(name, headers[name]);
                        xhr.send(body);
                    })
                    """, ["way": way, "method": method, "type": type ?? ""])
                let request = try #require(handler.started.last?.request)
                #expect(request.httpMethod == method)
                #expect(request.httpBody == expected, "\(way) \(body)")
                #expect(request.value(forHTTPHeaderField: "x-custom") == "yes, really")
                #expect(request.value(forHTTPHeaderField: "CONTENT-TYPE") == type, "\(way) \(body)")
            }
        }
    }

    private static let pattern = Data((0..<3 << 20).map { UInt8(truncatingIfNeeded: $0 &* 7) })

    @Test func `BR-080: a form arrives, too`() async throws {
        let handler = SchemeRecorder()
        handler.routes["/form"] = { $0.answer("<title>sent</title>", type: "text/html") }
        let page = try await handler.page(
            html: "<form action=/form method=post><input name=a value='b c'><input name=d value=é></form>")
        try await page.evaluate("document.forms[0].submit()")
        try await page.navigation.wait(for: "the answer") { $0.count { $0.name == "finished" } == 2 }
        let request = try #require(handler.started.last?.request)
        #expect(request.httpMethod == "POST")
        #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/x-www-form-urlencoded")
        #expect(text(handler) == "a=b+c&d=%C3%A9")
    }

    // MARK: Blobs

    /// Ways to send a `Blob`. Those of XMLHttpRequest, the last two, reach the handler without a body: the engine sends a
    /// `Blob` of theirs to servers only.
    private nonisolated static let blobs = [
        "await fetch('/x', {method: 'POST', body: new Blob(['fifteen bytes..'])})",
        "await fetch('/x', {method: 'PUT', body: new File(['x'], 'x.txt'), headers: {'Content-Type': 'text/plain'}})",
        """
        const form = new FormData();
        form.append('t', 'text');
        form.append('b', new Blob(['b']));
        await fetch('/x', {method: 'POST', body: form});
        """,
        """
        const worker = new Worker(URL.createObjectURL(new Blob([
            `fetch('${location.origin}/x', {method: 'POST', body: new Blob(['b'])}).finally(() => postMessage(1))`])));
        await new Promise(done => { worker.onmessage = done; worker.onerror = done });
        """,
        """
        const input = Object.assign(document.createElement('input'), {type: 'file', name: 'f'});
        const files = new DataTransfer();
        files.items.add(new File(['x'], 'x.txt'));
        input.files = files.files;
        const frame = Object.assign(document.createElement('iframe'), {name: 'target'});
        const form = Object.assign(document.createElement('form'),
            {method: 'post', enctype: 'multipart/form-data', action: '/x', target: 'target'});
        form.append(input);
        document.body.append(form, frame);
        await new Promise(done => { frame.onload = done; form.submit(); });
        """,
        """
        await new Promise(done => {
            const xhr = new XMLHttpRequest();
            xhr.onloadend = done;
            xhr.open('POST', '/x');
            xhr.upload.onprogress = () => {};
            xhr.send(new Blob(['b']));
        })
        """,
        "const x = new XMLHttpRequest(); x.open('POST', '/x', false); x.send(new Blob(['b']))",
    ]

    @Test(.timeLimit(.minutes(2)))
    func `sh-post-blob-survives, BR-081: a body with a Blob in it ends nothing, and a line tells of the loss`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try await Self.postBlobs()
        }
        let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")

        #expect(lines.count { $0.contains("was left out: it has a Blob in it") } == 5)
    }

    private static func postBlobs() async throws {
        let handler = SchemeRecorder()
        handler.fallback = { $0.answer("<p>", type: "text/html") }
        let page = try await handler.page()
        for script in blobs {
            handler.reset()
            _ = try await page.call(script)
            try await handler.wait(for: "the request of \(script)") { !handler.started.isEmpty }
            #expect(handler.started[0].request.httpBody == nil, "\(script)")
        }
        // The next body is read as ever.
        try await page.call("await fetch('/x', {method: 'POST', body: 'text'})")
        #expect(handler.started.last?.request.httpBody == Data("text".utf8))
    }

    @Test func `BR-081: form data of text alone arrives with its boundary`() async throws {
        let handler = SchemeRecorder()
        let page = try await page(handler)
        try await page.call(
            "const f = new FormData(); f.append('a', 'b'); await fetch('/x', {method: 'POST', body: f})")
        let request = try #require(handler.started.last?.request)
        let type = try #require(request.value(forHTTPHeaderField: "Content-Type"))
        let boundary = try #require(type.split(separator: "boundary=").last)
        #expect(
            text(handler)
                == "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n--\(boundary)--\r\n")
    }

    @Test func `BR-081: the engine refuses a stream as a body before it asks the handler`() async throws {
        let handler = SchemeRecorder()
        let page = try await page(handler)
        let error = try await page.call(
            """
            const body = new ReadableStream({start(c) { c.close() }});
            return await fetch('/x', {method: 'POST', body, duplex: 'half'}).then(() => '', e => e.name)
            """)
        #expect(error as? String == "NotSupportedError")
        #expect(handler.started.isEmpty)
    }
}
