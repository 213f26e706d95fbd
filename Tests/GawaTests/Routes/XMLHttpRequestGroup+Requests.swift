extension XMLHttpRequestGroup {
    static let bodies = Self(
        name: "bodies of the request",
        cases: [
            .init(
                "nothing and text",
                #"""
                const bodies = [
                    undefined, null, '', 'abc', 'héllo フォロー 𝄞', 'a\0b\r\nc', '\ud800', 42, {}, ['a', 'b'],
                ];
                for (const body of bodies) {
                    const x = await send(open(at('/echo'), 'POST'), body);
                    told(JSON.stringify(body), x);
                }
                """#),
            .init(
                "bytes",
                #"""
                const bytes = new Uint8Array([0, 1, 0xC3, 0xA9, 0xFF, 0x0D, 0x0A]);
                const bodies = {
                    buffer: bytes.buffer, array: bytes, part: bytes.subarray(2, 4), words: new Uint16Array([1, 256]),
                    floats: new Float64Array([1.5]), view: new DataView(bytes.buffer, 1, 3), none: new ArrayBuffer(0),
                };
                for (const [name, body] of Object.entries(bodies)) {
                    const x = await send(open(at('/echo'), 'POST'), body);
                    told(name, x);
                }
                """#),
            .init(
                "forms",
                #"""
                const fields = new URLSearchParams([['a', '1'], ['b', 'é & フ'], ['a', '+'], ['', '']]);
                told('URL-encoded', await send(open(at('/echo'), 'POST'), fields));
                told('empty', await send(open(at('/echo'), 'POST'), new URLSearchParams()));
                const form = new FormData();
                form.append('a', '1');
                form.append('é"', 'フォロー\nb');
                form.append('a', '');
                const x = await send(open(at('/echo'), 'POST'), form);
                const boundary = /boundary=(\S+)/.exec(x.responseText)[1];
                for (const line of x.responseText.replaceAll(boundary, 'BOUNDARY').split('\n')) log('multipart', line);
                """#),
            .init(
                "documents as bodies",
                #"""
                const parse = (text, type) => new DOMParser().parseFromString(text, type);
                told('XML', await send(open(at('/echo'), 'POST'), parse('<a b="é">フ</a>', 'text/xml')));
                told('HTML', await send(open(at('/echo'), 'POST'), parse('<title>é</title><p>a', 'text/html')));
                const x = open(at('/echo'), 'POST');
                x.setRequestHeader('Content-Type', 'text/x-mine');
                told('set', await send(x, parse('<a/>', 'text/xml')));
                """#),
            .init(
                "a Blob as a body",
                #"""
                const x = await send(open(at('/echo'), 'POST'), new Blob(['blobby'], { type: 'text/x-blob' }));
                log('status', x.status);
                log('text', x.responseText);
                """#),
            .init(
                "a form with a file as a body",
                #"""
                const form = new FormData();
                form.append('file', new File(['some text'], 'é.txt', { type: 'text/plain' }));
                const x = await send(open(at('/echo'), 'POST'), form);
                log('status', x.status);
                log('text', x.responseText.replaceAll(/-*(WebKitFormBoundary|gawaform)[\w.]+/g, 'BOUNDARY'));
                """#),
        ])

    static let methods = Self(
        name: "methods",
        cases: [
            .init(
                "each method with and without a body",
                #"""
                for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
                    for (const body of [null, 'abc']) {
                        const x = open(at('/echo'), method);
                        const seen = watch(x);
                        await send(x, body);
                        log(`${method} ${body} events`, seen);
                        told(`${method} ${body}`, x);
                    }
                }
                """#),
            .init(
                "HEAD with a body",
                #"""
                const x = await send(open(at('/echo'), 'HEAD'), 'abc');
                log('done', x.readyState, x.status, x.responseText, x.getResponseHeader('content-type'));
                """#),
            .init(
                "OPTIONS",
                #"""
                const x = await send(open(at('/echo'), 'OPTIONS'));
                log('status', x.status);
                log('text', x.responseText);
                """#),
            .init(
                "small letters in a method",
                #"""
                for (const method of ['get', 'post', 'put', 'delete', 'Get']) {
                    told(method, await send(open(at('/echo'), method)));
                }
                """#),
            .init("small letters in the method patch", "told('patch', await send(open(at('/echo'), 'patch')));"),
            .init("a method of the page's own", "told('own', await send(open(at('/echo'), 'MINE'), 'abc'));"),
            .init(
                "what is no method",
                #"""
                for (const method of ['', 'A B', 'G\r\nET', 'é', 'TRACE', 'connect', 'Track']) {
                    attempt(JSON.stringify(method), () => open(at('/echo'), method).readyState);
                }
                """#),
            .init(
                "send out of turn",
                #"""
                const x = new XMLHttpRequest();
                attempt('new', () => x.send());
                x.open('GET', at('/echo'));
                const end = send(x);
                attempt('sent', () => x.send());
                await end;
                attempt('done', () => x.send());
                attempt('no address', () => new XMLHttpRequest().open('GET'));
                attempt('malformed', () => open('http://'));
                """#),
        ])
}
