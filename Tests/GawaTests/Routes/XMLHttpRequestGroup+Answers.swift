extension XMLHttpRequestGroup {
    static let answers = Self(
        name: "types of the response",
        cases: [
            .init(
                "each type of response with each kind of status",
                #"""
                const bodies = [
                    ['text', 'text/plain; charset=utf-8', 'héllo'], ['json', 'application/json', '{"a":["é",1,null]}'],
                    ['html', 'text/html; charset=utf-8', '<p>é</p>'],
                    ['xml', 'application/xml', '<a b="c">é</a>'],
                ];
                for (const responseType of ['', 'text', 'json', 'arraybuffer', 'blob', 'document']) {
                    for (const status of [200, 204, 404, 500]) {
                        for (const [name, type, text] of bodies) {
                            const x = open(answer({ status, type, ...(status === 204 ? {} : { text }) }));
                            x.responseType = responseType;
                            await send(x);
                            log(`${responseType} of ${name} ${status}`, x.readyState, x.status, x.response);
                        }
                    }
                }
                """#),
            .init(
                "the other ways to the response",
                #"""
                for (const responseType of ['', 'text', 'json', 'arraybuffer', 'blob', 'document']) {
                    const x = open(answer({ type: 'application/xml', text: '<a/>' }));
                    x.responseType = responseType;
                    attempt(`${responseType} text before`, () => x.responseText);
                    attempt(`${responseType} XML before`, () => x.responseXML);
                    await send(x);
                    attempt(`${responseType} text`, () => x.responseText);
                    attempt(`${responseType} XML`, () => x.responseXML);
                    log(`${responseType} is the same`, x.response === x.response);
                }
                """#),
            .init(
                "when the type may be set",
                #"""
                const x = new XMLHttpRequest();
                attempt('new', () => { x.responseType = 'json'; return x.responseType; });
                attempt('nonsense', () => { x.responseType = 'nonsense'; return x.responseType; });
                x.open('GET', at('/held'));
                attempt('opened', () => { x.responseType = 'text'; return x.responseType; });
                const [head, loading] = [reached(x, 2), reached(x, 3)];
                x.addEventListener('readystatechange', () => {
                    if (x.readyState !== 2) return;
                    attempt('head', () => { x.responseType = ''; return x.responseType; });
                });
                x.send();
                await head;
                await loading;
                attempt('loading', () => { x.responseType = 'json'; return x.responseType; });
                x.abort();
                const y = await send(open(answer({ text: 'a' })));
                attempt('done', () => { y.responseType = 'json'; return y.responseType; });
                """#),
            .init(
                "JSON and what is none",
                #"""
                const texts = [
                    'null', '1', '"é"', '[]', '{"a":1', '', ' ', 'undefined', 'NaN', '\ufeff{"a":1}', '1e400',
                    '{"a":1,"a":2}', '{"__proto__":1}',
                ];
                for (const text of texts) {
                    const x = open(answer({ text }));
                    x.responseType = 'json';
                    await send(x);
                    log(JSON.stringify(text), x.response, x.status);
                }
                """#),
            .init(
                "bytes that come little by little",
                #"""
                for (const responseType of ['', 'text', 'arraybuffer', 'blob', 'json', 'document']) {
                    const x = open(at('/held'));
                    x.responseType = responseType;
                    const loading = reached(x, 3);
                    x.send();
                    await loading;
                    log(`${responseType} loading`, x.readyState, x.status, x.response);
                    x.abort();
                    log(`${responseType} aborted`, x.readyState, x.status, x.response);
                }
                """#),
            .init(
                "statuses and their words",
                #"""
                const statuses = [
                    200, 201, 202, 203, 206, 400, 401, 403, 404, 405, 409, 410, 418, 422, 429, 500, 501, 503,
                ];
                for (const status of statuses) {
                    const x = await send(open(answer({ status, text: 'a' })));
                    log(`${status}`, x.status);
                    log(`${status} in words`, x.statusText);
                }
                """#),
            .init(
                "a status without a name",
                #"""
                for (const status of [299, 499, 599]) {
                    const x = await send(open(answer({ status, text: 'a' })));
                    log(`${status}`, x.status, x.responseText);
                }
                """#),
        ])

    static let documents = Self(
        name: "documents and types that are put in the place of the answer's",
        cases: [
            .init(
                "documents",
                #"""
                const texts = [
                    ['text/html', '<!doctype html><title>é</title><p>a<script>globalThis.ran = true</script>'],
                    ['text/xml', '<a><b>é</b></a>'], ['application/xml', '<?xml version="1.0"?><a/>'],
                    ['application/xhtml+xml', '<html xmlns="http://www.w3.org/1999/xhtml"/>'],
                    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'], ['application/x-mine+xml', '<a/>'],
                    ['text/xml', '<a><b></a>'], ['text/xml', ''], ['text/plain', '<a/>'], ['application/json', '{}'],
                ];
                for (const [type, text] of texts) {
                    for (const responseType of ['', 'document']) {
                        const x = open(answer({ type, text }));
                        x.responseType = responseType;
                        await send(x);
                        const found = x.responseXML;
                        log(`${responseType} ${type} ${text.length}`, found === null ? null : [
                            found.contentType, found.title, found.querySelector('b')?.textContent,
                            found.querySelector('parsererror') !== null, found.location, found.defaultView,
                            found.readyState, found.characterSet,
                        ]);
                    }
                }
                log('scripts of the document', globalThis.ran);
                """#),
            .init(
                "another type in the answer's place",
                #"""
                for (const type of ['text/xml', 'text/plain; charset=shift_jis', 'text/plain; charset=x-user-defined',
                    'application/octet-stream', 'text/html; charset=euc-jp', 'nonsense', '']) {
                    for (const responseType of ['', 'blob']) {
                        const x = open(answer({ bytes: '3c612f3e8374' }));
                        x.responseType = responseType;
                        x.overrideMimeType(type);
                        await send(x);
                        log(`${responseType} ${type}`, x.response, responseType === '' ? x.responseXML : null,
                            x.getResponseHeader('content-type'));
                    }
                }
                """#),
            .init(
                "no type at all",
                #"""
                for (const responseType of ['', 'blob', 'json', 'document']) {
                    const x = open(answer({ type: null, bytes: '7b7d' }));
                    x.responseType = responseType;
                    await send(x);
                    log(responseType, x.response, x.getResponseHeader('content-type'));
                }
                """#),
            .init(
                "when a type may be put there",
                #"""
                const x = new XMLHttpRequest();
                attempt('new', () => x.overrideMimeType('text/plain'));
                x.open('GET', at('/held'));
                attempt('opened', () => x.overrideMimeType('text/plain'));
                x.addEventListener('readystatechange', () => {
                    if (x.readyState === 2) attempt('head', () => x.overrideMimeType('text/plain'));
                });
                const loading = reached(x, 3);
                x.send();
                await loading;
                attempt('loading', () => x.overrideMimeType('text/plain'));
                x.abort();
                const y = await send(open(answer({ text: 'a' })));
                attempt('done', () => y.overrideMimeType('text/plain'));
                """#),
        ])
}
