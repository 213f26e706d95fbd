extension XMLHttpRequestGroup {
    static let encodings = Self(
        name: "encodings of text",
        cases: [
            .init(
                "encodings that the type names",
                #"""
                const texts = [
                    ['text/plain; charset=utf-8', 'c3a9e38395'], ['text/plain; charset=shift_jis', '83748348838d815b'],
                    ['text/plain; CHARSET=Shift_JIS', '83748348838d815b'],
                    ['text/plain; charset="euc-jp"', 'a5d5a5a9a5eda1bc'],
                    ['text/plain; charset=iso-2022-jp', '1b244225551b2842'], ['text/plain; charset=iso-8859-1', 'e980'],
                    ['text/plain; charset=utf-16le', 'e900d530'], ['text/plain; charset=utf-16be', '00e930d5'],
                    ['text/plain; charset=gb18030', 'c4e3'], ['text/plain; charset=windows-1251', 'e9'],
                    ['text/plain; charset=nonsense', 'c3a9'], ['text/plain', 'c3a9'], ['text/html', 'c3a9'],
                    ['text/html; charset=shift_jis', '8374'], ['application/octet-stream', 'c3a9ff'], ['', 'c3a9'],
                    ['text/plain; charset=utf-8; charset=shift_jis', 'c3a9'], ['text/plain;charset=', 'c3a9'],
                ];
                for (const [type, bytes] of texts) {
                    const x = await send(open(answer({ type, bytes })));
                    log(type, x.responseText);
                }
                """#),
            .init(
                "byte order marks and what is no text",
                #"""
                const texts = [
                    ['utf-8', 'efbbbfc3a9'], ['utf-8', 'feff00e9'], ['utf-8', 'fffee900'], ['shift_jis', 'efbbbfc3a9'],
                    ['utf-8', 'c328ff41'], ['utf-8', 'eda080'], ['utf-8', 'f0908d'], ['utf-8', '00'],
                    ['shift_jis', '83'], ['utf-16le', 'e9'], ['utf-8', ''], ['utf-8', 'efbbbf'],
                ];
                for (const [charset, bytes] of texts) {
                    const x = await send(open(answer({ type: `text/plain; charset=${charset}`, bytes })));
                    log(`${charset} ${bytes}`, x.responseText);
                }
                """#),
            .init(
                "encodings within documents",
                #"""
                const ascii = (text) => hex(new TextEncoder().encode(text));
                const xml = ascii('<?xml version="1.0" encoding="shift_jis"?><a>') + '8374' + ascii('</a>');
                const html = ascii('<meta charset="shift_jis"><p>') + '8374';
                const texts = [['text/xml', xml], ['text/xml; charset=euc-jp', xml], ['text/html', html]];
                for (const [type, bytes] of texts) {
                    for (const responseType of ['', 'text', 'document']) {
                        const x = open(answer({ type, bytes }));
                        x.responseType = responseType;
                        await send(x);
                        log(`${type} ${responseType}`, x.response);
                    }
                }
                """#),
            .init(
                "encodings of JSON",
                #"""
                for (const charset of ['utf-8', 'shift_jis', 'iso-8859-1']) {
                    const x = open(answer({ type: `application/json; charset=${charset}`, bytes: '22c3a922' }));
                    x.responseType = 'json';
                    await send(x);
                    log(charset, x.response);
                }
                """#),
            .init(
                "a character that comes in two pieces",
                #"""
                const x = await send(open(at('/large-text')));
                log('length', x.responseText.length, x.responseText.includes('\ufffd'));
                """#),
        ])

    static let addresses = Self(
        name: "addresses and redirects",
        cases: [
            .init(
                "parts of an address",
                #"""
                const rests = [
                    '/echo', '/echo#part', '/echo?', '/echo?#part', '/echo?a=1&b', '/echo?a=é フ',
                    '/echo?a=%C3%A9+%2B&a=%20', '/echo?a="<>', '/./echo',
                    '/other/../echo', '/%65cho', '/echo?a=/?b', '/echo?&&',
                ];
                for (const rest of rests) {
                    const x = await send(open(at(rest)));
                    log(`${rest} address`, x.responseURL);
                    told(rest, x);
                }
                """#),
            .init(
                "characters in a query that want no escape, and a lone percent sign",
                #"""
                for (const rest of ['`', '{|}^\\', "'", '%zz']) {
                    const x = await send(open(at(`/echo?${rest}`)));
                    log(`${rest} address`, x.responseURL);
                    log(rest, x.status, x.responseText);
                }
                """#),
            .init(
                "paths beyond ASCII",
                #"""
                for (const rest of ['/é フ', '/a%20b', '/a+b', '/%E3%83%95', '/a%2Fb', '/a;b=c', '/a//b', '/nothing/']) {
                    const x = await send(open(at(rest)));
                    log(rest, x.status, x.responseText, x.responseURL);
                }
                """#),
            .init(
                "redirects and what comes of them",
                #"""
                for (const status of [301, 302, 303, 307, 308]) {
                    for (const method of ['GET', 'POST', 'PUT']) {
                        const to = new URL(base).pathname + '/echo?b=%C3%A9';
                        const x = open(at(`/redirect?${query([['status', status], ['to', to]])}`), method);
                        const seen = watch(x);
                        await send(x, method === 'GET' ? null : 'abc');
                        log(`${status} ${method} events`, seen);
                        told(`${status} ${method}`, x);
                    }
                }
                """#),
            .init(
                "the address after a redirect",
                #"""
                const x = open(at(`/redirect?${query([['to', new URL(base).pathname + '/echo']])}`));
                await send(x);
                log('address', x.responseURL);
                log('fields', x.getAllResponseHeaders());
                const y = open(at(`/redirect?${query([['to', new URL(base).pathname + '/echo']])}`), 'GET', false);
                y.send();
                log('synchronously', y.responseURL);
                """#),
            .init(
                "redirects without end",
                #"""
                const x = open(at('/round'));
                const seen = watch(x);
                await send(x);
                log('events', seen);
                log('status', x.status);
                """#),
        ])

    static let sizes = Self(
        name: "large bodies",
        cases: [
            .init(
                "5 MiB from the other side",
                #"""
                const x = open(at('/large'));
                x.responseType = 'arraybuffer';
                const seen = watch(x);
                await send(x);
                log('events', seen);
                log('bytes', sample(new Uint8Array(x.response)), x.getResponseHeader('content-length'));
                const y = open(at('/large'));
                y.responseType = 'blob';
                await send(y);
                log('blob', y.response, sample(new Uint8Array(await y.response.arrayBuffer())));
                const z = await send(open(at('/large-text')));
                log('text', sample(new TextEncoder().encode(z.responseText)));
                """#),
            .init(
                "5 MiB from the other side, synchronously",
                #"""
                const x = open(at('/large-text'), 'GET', false);
                x.send();
                log('text', x.responseText.length, sample(new TextEncoder().encode(x.responseText)));
                const y = open(at('/large'), 'GET', false);
                y.overrideMimeType('text/plain; charset=x-user-defined');
                y.send();
                log('bytes', sample(Uint8Array.from(y.responseText, (one) => one.charCodeAt(0) & 255)));
                """#),
            .init(
                "5 MiB to the other side",
                #"""
                const bytes = Uint8Array.from({ length: 5 << 20 }, (_, index) => index % 251);
                for (const isAsync of [true, false]) {
                    for (const [name, body] of [['bytes', bytes], ['text', 'フォロー'.repeat(400000)]]) {
                        const x = open(at('/echo'), 'POST', isAsync);
                        if (isAsync) await send(x, body);
                        else x.send(body);
                        told(`${name} ${isAsync}`, x);
                    }
                }
                """#),
            .init(
                "events of a large upload",
                #"""
                const x = open(at('/echo'), 'POST');
                const seen = watchUpload(x, watch(x));
                await send(x, new Uint8Array(5 << 20));
                log('events', seen);
                """#),
            .init(
                "a megabyte of JSON",
                #"""
                const text = JSON.stringify(Array.from({ length: 20000 }, (_, index) => ({ index, text: 'フォロー' })));
                const x = open(at('/echo'), 'POST');
                await send(x, text);
                told('sent', x);
                """#),
        ])
}
