extension XMLHttpRequestGroup {
    static let headers = Self(
        name: "header fields of the answer",
        cases: [
            .init(
                "one field",
                #"""
                const headers = [
                    ['X-Some', 'a'], ['X-Spaces', '  b c  '], ['X-Empty', ''], ['X-Two', '1'], ['X-Two', '2'],
                    ['x-two', '3'], ['X-Comma', 'a, b'], ['X-Quotes', '"a; b"'], ['Content-Language', 'ja'],
                    ['Last-Modified', 'Mon, 30 Nov 2026 10:00:00 GMT'], ['ETag', '"1"'],
                    ['Cache-Control', 'max-age=60'], ['Cache-Control', 'no-transform'],
                ];
                const x = await send(open(answer({ text: 'abc', headers })));
                const names = ['content-type', 'content-length', 'x-none', '', 'x some'];
                for (const name of [...names, ...headers.map(([name]) => name)]) log(name, x.getResponseHeader(name));
                log('upper case', x.getResponseHeader('X-SOME'));
                """#),
            .init(
                "all fields",
                #"""
                const headers = [['X-B', '2'], ['x-a', '1'], ['X-C', ''], ['X-B', '3'], ['Z', '4'], ['A', '5']];
                const x = await send(open(answer({ text: 'abc', headers })));
                log('all', x.getAllResponseHeaders());
                const y = await send(open(answer({ status: 404, headers: [['X-A', '1']] })));
                log('of a failure', y.getAllResponseHeaders());
                const z = await send(open(answer({ status: 204, headers: [['X-A', '1']] })));
                log('of no content', z.getAllResponseHeaders());
                """#),
            .init(
                "before the answer",
                #"""
                const x = new XMLHttpRequest();
                log('new', x.getResponseHeader('content-type'), x.getAllResponseHeaders());
                x.open('GET', answer({ text: 'abc', headers: [['X-A', '1']] }));
                log('opened', x.getResponseHeader('content-type'), x.getAllResponseHeaders());
                x.addEventListener('readystatechange', () => {
                    if (x.readyState === 2) log('head', x.getResponseHeader('x-a'), x.getAllResponseHeaders());
                });
                await send(x);
                log('done', x.getResponseHeader('x-a'));
                x.open('GET', at('/echo'));
                log('again', x.getResponseHeader('x-a'), x.getAllResponseHeaders());
                """#),
            .init(
                "cookies of an answer",
                #"""
                const headers = [['Set-Cookie', 'a=b'], ['Set-Cookie2', 'c=d'], ['X-A', '1']];
                const x = await send(open(answer({ text: 'abc', headers })));
                log('one', x.getResponseHeader('set-cookie'), x.getResponseHeader('set-cookie2'));
                log('all', x.getAllResponseHeaders());
                """#),
            .init(
                "fields that the answer does not let others read",
                #"""
                const x = await send(open(at('/unexposed')));
                log('shown', x.status, x.getResponseHeader('x-shown'));
                log('hidden', x.getResponseHeader('x-hidden'));
                """#),
            .init(
                "an answer that others may not read",
                #"""
                const x = open(at('/unshared'));
                const seen = watch(x);
                await send(x);
                log('events', seen);
                log('status', x.status);
                log('text', x.responseText);
                """#),
            .init(
                "characters beyond ASCII in a field",
                #"""
                for (const text of ['é', 'フォロー', '𝄞']) {
                    const x = await send(open(answer({ text: 'a', headers: [['X-A', text]] })));
                    log(text, x.getResponseHeader('x-a'));
                }
                """#),
        ])

    static let requestHeaders = Self(
        name: "header fields of the request",
        cases: [
            .init(
                "fields that the page sets",
                #"""
                const x = open(at('/echo'));
                const set = (name, value) => attempt(`${name} ${value}`, () => x.setRequestHeader(name, value));
                set('X-One', 'a');
                set('x-one', 'b');
                set('X-ONE', 'c');
                set('X-Spaces', '  a b  ');
                set('X-Empty', '');
                set('X-Comma', 'a, b');
                set('X-Number', 1);
                set('X-Null', null);
                set('X-Latin', 'é');
                set('X-Beyond', 'フ');
                set('X-Break', 'a\r\nX-Other: b');
                set('X-Nul', 'a\0b');
                set('', 'a');
                set('X Name', 'a');
                set('X-Name:', 'a');
                await send(x);
                told('told', x);
                """#),
            .init(
                "fields that no page may set",
                #"""
                const names = [
                    'Accept-Charset', 'Access-Control-Request-Headers', 'Content-Length', 'Cookie', 'Cookie2', 'Date',
                    'DNT', 'Expect', 'Keep-Alive', 'TE', 'Trailer', 'Transfer-Encoding', 'Upgrade', 'Via',
                    'Proxy-Mine', 'Sec-Mine',
                ];
                const x = open(at(`/echo?${names.map((name) => `tell=${name.toLowerCase()}`).join('&')}`));
                for (const name of names) attempt(name, () => x.setRequestHeader(name, 'mine'));
                // These are there without the page.
                for (const name of ['Accept-Encoding', 'Connection', 'Host', 'Origin', 'Referer']) {
                    attempt(name, () => x.setRequestHeader(name, 'mine'));
                }
                await send(x);
                told('told', x);
                """#),
            .init(
                "when fields may be set",
                #"""
                const x = new XMLHttpRequest();
                attempt('new', () => x.setRequestHeader('X-A', '1'));
                x.open('GET', at('/echo'));
                attempt('opened', () => x.setRequestHeader('X-A', '2'));
                const end = send(x);
                attempt('sent', () => x.setRequestHeader('X-A', '3'));
                await end;
                attempt('done', () => x.setRequestHeader('X-A', '4'));
                told('told', x);
                """#),
            .init(
                "the type of a body that the page sets",
                #"""
                for (const type of ['text/x-mine', 'text/x-mine; charset=latin1', 'text/x-mine;charset="utf-8";a=b',
                    'application/json', 'nonsense', '']) {
                    for (const body of ['é', new Uint8Array([1])]) {
                        const x = open(at('/echo'), 'POST');
                        x.setRequestHeader('Content-Type', type);
                        await send(x, body);
                        told(`${type} ${typeof body}`, x);
                    }
                }
                """#),
            .init(
                "who asks",
                #"""
                const x = await send(open(at('/echo?tell=origin&tell=referer&tell=user-agent')));
                const lines = x.responseText.split('\n');
                for (const name of ['origin', 'referer', 'user-agent']) {
                    log(name, lines.find((line) => line.startsWith(`${name}: `)) ?? null);
                }
                """#),
            .init(
                "what the page takes",
                #"""
                const x = await send(open(at('/echo?tell=accept')));
                told('its own', x);
                const y = open(at('/echo?tell=accept&tell=accept-language'));
                y.setRequestHeader('Accept', 'text/x-mine');
                y.setRequestHeader('Accept-Language', 'ja');
                await send(y);
                told('set', y);
                """#),
            .init(
                "languages that the engine tells",
                #"""
                const x = await send(open(at('/echo?tell=accept-language')));
                log('told', x.responseText.includes('accept-language: '));
                """#),
            .init(
                "credentials",
                #"""
                const x = open(at('/echo?tell=authorization'));
                log('without', x.withCredentials);
                x.withCredentials = true;
                x.setRequestHeader('Authorization', 'Mine abc');
                const end = send(x);
                attempt('sent', () => { x.withCredentials = false; return x.withCredentials; });
                await end;
                log('with', x.withCredentials, x.status);
                told('told', x);
                """#),
        ])
}
