import GawaTestSupport
import Testing
import WebKit

@testable import Gawa

/// What `XMLHttpRequest` sends by the script at document start, in real pages of `https`, `http` and `native`.
@MainActor @Suite(.serialized, .timeLimit(.minutes(3)))
struct NativeHostBodyTests {
    private nonisolated static let bases = [
        "https://app.example/folder/page", "http://app.example/folder/page", "native://native/page",
    ]

    @Test(arguments: bases)
    func `a synchronous request is marked, and nobody is asked in advance`(base: String) async throws {
        let page = try await ScriptedPage(base: base)
        for address in ["http://native/a", "native://native/b", "https://native/c"] {
            let before = page.handler.requests.count
            let seen = try await page.run(
                """
                const x = new XMLHttpRequest();
                x.open('PUT', address, false);
                x.setRequestHeader('X-Mine', '1');
                x.send('x');
                return [x.status, x.responseText].join();
                """, ["address": address])
            #expect(seen == "200,the app")
            let requests = page.handler.requests.dropFirst(before)
            #expect(requests.map(\.httpMethod) == ["PUT"])
            #expect(requests.first?.value(forHTTPHeaderField: "Gawa-Synchronous") == "1")
            #expect(requests.first?.httpBody == Data("x".utf8))
        }
        try await page.run(
            "await new Promise(done => { const x = new XMLHttpRequest(); x.onloadend = done; x.open('GET', 'http://native/'); x.send() })"
        )
        #expect(page.handler.requests.last?.value(forHTTPHeaderField: "Gawa-Synchronous") == nil)
    }

    @Test(arguments: bases)
    func `BR-080, BR-081: a Blob, a file and a form with one arrive whole, synchronously a Blob`(base: String)
        async throws
    {
        let page = try await ScriptedPage(base: base)
        try await page.run(
            """
            const send = (body, isAsync = true) => new Promise(done => {
                const x = new XMLHttpRequest();
                x.open('POST', 'http://native/a', isAsync);
                x.onloadend = done;
                x.send(body);
                if (!isAsync) done();
            });
            const bytes = Uint8Array.from({length: 300}, (_, index) => index);
            await send(new Blob([bytes, bytes], {type: 'image/x-mine'}));
            await send(new File(['in a file'], 'name.txt', {type: 'text/x-file'}));
            const form = new FormData();
            form.append('text', 'フォロー');
            form.append('file', new File(['in a form'], 'é.txt', {type: 'text/x-file'}));
            await send(form);
            await send(new Blob([bytes], {type: 'image/x-mine'}), false);
            await fetch('http://native/a', {method: 'POST', body: form});
            """)
        let requests = page.handler.requests
        try #require(requests.count == 5)
        let bytes = Data((0..<300).map { UInt8($0 & 255) })
        let types = requests.map { $0.value(forHTTPHeaderField: "Content-Type") ?? "" }
        #expect(requests[0].httpBody == bytes + bytes && types[0] == "image/x-mine")
        #expect(requests[1].httpBody == Data("in a file".utf8) && types[1] == "text/x-file")
        #expect(requests[3].httpBody == bytes && types[3] == "image/x-mine")
        for index in [2, 4] {
            let boundary = try #require(types[index].split(separator: "boundary=").last)
            let form = try MultipartForm(requests[index].httpBody ?? Data(), boundary: String(boundary))
            #expect(form.map(\.name) == ["text", "file"])
            #expect(form.map(\.text) == ["フォロー", "in a form"])
            #expect(form.last?.filename == "é.txt" && form.last?.type == "text/x-file")
        }
    }

    @Test func `while a Blob is read, the request is one that has been sent`() async throws {
        let page = try await ScriptedPage()
        let seen = try await page.run(
            """
            const x = new XMLHttpRequest(), seen = [];
            for (const kind of ['loadstart', 'progress', 'load', 'abort', 'error', 'loadend']) {
                x.addEventListener(kind, () => seen.push(kind));
                x.upload.addEventListener(kind, () => seen.push('upload ' + kind));
            }
            const attempt = body => { try { return body() } catch (error) { return error.name } };
            x.open('POST', 'http://native/a');
            x.send(new Blob(['abc']));
            seen.push(attempt(() => x.send()), attempt(() => x.setRequestHeader('a', 'b')));
            x.abort();
            seen.push(x.readyState);
            x.open('POST', 'http://native/b');
            x.send(new Blob(['abc']));
            x.open('POST', 'http://native/c');
            x.send('c');
            await new Promise(done => x.addEventListener('loadend', done));
            return seen.join();
            """)
        #expect(
            seen == "InvalidStateError,InvalidStateError,loadstart,upload loadstart,upload abort,upload loadend,abort,"
                + "loadend,0,loadstart,upload loadstart,upload progress,upload load,upload loadend,progress,load,loadend"
        )
        #expect(page.handler.requests.filter { $0.httpMethod != "OPTIONS" }.map { $0.url?.path } == ["/c"])
    }

    @Test func `a policy of the page that forbids to read a Blob at once is a network error, and nothing is sent`()
        async throws
    {
        let page = try await ScriptedPage()
        let seen = try await page.run(
            """
            const policy = document.createElement('meta');
            policy.httpEquiv = 'Content-Security-Policy';
            policy.content = 'connect-src native:';
            document.head.append(policy);
            const x = new XMLHttpRequest();
            x.open('POST', 'http://native/a', false);
            try { x.send(new Blob(['abc'])); return 'sent' } catch (error) { return error.name }
            """)
        #expect(seen == "NetworkError")
        #expect(page.handler.requests.isEmpty)
    }

    @Test func `nothing of an upload is told twice when the answer breaks off or is aborted`() async throws {
        let page = try await ScriptedPage()
        page.handler.answers = false
        let script = """
            const x = new XMLHttpRequest(), seen = [];
            for (const kind of ['progress', 'load', 'abort', 'error', 'loadend']) {
                x.upload.addEventListener(kind, event => seen.push(`${kind} ${event.loaded} ${event.total}`));
            }
            x.open('POST', 'http://native/a');
            setTimeout(() => x.abort(), 50);
            await new Promise(done => { x.onloadend = done; x.send('abc') });
            return seen.join();
            """
        #expect(try await page.run(script) == "abort 0 0,loadend 0 0")
    }
}
