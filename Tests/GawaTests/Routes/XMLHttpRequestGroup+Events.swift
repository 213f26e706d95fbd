extension XMLHttpRequestGroup {
    static let events = Self(
        name: "states and events",
        cases: [
            .init(
                "a whole request",
                #"""
                const x = new XMLHttpRequest();
                const seen = watch(x);
                log('new', x.readyState, x.status, x.statusText, x.response);
                x.open('GET', answer({ text: 'héllo フォロー' }));
                log('opened', x.readyState, x.status, seen.splice(0));
                const end = send(x);
                log('sent', x.readyState, x.status, seen.splice(0));
                await end;
                log('events', seen);
                facts('done', x);
                """#),
            .init(
                "handlers that are properties",
                #"""
                const x = open(answer({ text: 'a' }));
                const seen = [];
                x.addEventListener('load', () => seen.push('first'));
                for (const kind of ['readystatechange', ...kinds]) {
                    x[`on${kind}`] = () => seen.push(kind === 'readystatechange' ? x.readyState : kind);
                }
                x.addEventListener('load', () => seen.push('last'));
                await send(x);
                log('events', seen.filter((name, index) => seen.indexOf(name) === index));
                """#),
            .init(
                "what the events are",
                #"""
                const x = open(answer({ text: 'a' }));
                const seen = new Map();
                for (const kind of ['readystatechange', ...kinds]) {
                    x.addEventListener(kind, (event) => seen.set(kind, [
                        event.constructor.name, event.type, event.target === x, event.currentTarget === x,
                        event.isTrusted, event.bubbles, event.cancelable,
                    ]));
                }
                await send(x);
                for (const [kind, facts] of seen) log(kind, ...facts);
                """#),
            .init(
                "what is known at each event",
                #"""
                const x = open(answer({ text: 'abc', headers: [['X-A', 'b']] }));
                const seen = new Map();
                const note = (name) => seen.set(name, [
                    x.readyState, x.status, x.statusText, x.responseURL !== '', x.responseText.length,
                    x.getResponseHeader('x-a'),
                ]);
                x.addEventListener('readystatechange', () => note(`state ${x.readyState}`));
                for (const kind of kinds) x.addEventListener(kind, () => note(kind));
                await send(x);
                for (const [name, facts] of seen) log(name, ...facts);
                """#),
            .init(
                "answers without bytes",
                #"""
                for (const status of [200, 204, 205, 404, 500]) {
                    const x = open(answer({ status }));
                    const seen = watch(x);
                    await send(x);
                    log(`${status} events`, seen);
                    facts(status, x);
                }
                """#),
            .init(
                "answers with bytes that are failures",
                #"""
                for (const status of [400, 404, 500, 503]) {
                    const x = open(answer({ status, text: 'because' }));
                    const seen = watch(x);
                    await send(x);
                    log(`${status} events`, seen);
                    facts(status, x);
                }
                """#),
            .init(
                "a head alone",
                #"""
                const x = open(answer({ text: 'abc', headers: [['X-A', 'b']] }), 'HEAD');
                const seen = watch(x);
                await send(x);
                log('events', seen);
                facts('done', x);
                """#),
            .init(
                "events of an upload",
                #"""
                const x = open(at('/echo'), 'POST');
                const seen = watchUpload(x, watch(x));
                await send(x, 'some text');
                log('events', seen);
                told('told', x);
                """#),
            .init(
                "an upload without bytes",
                #"""
                for (const body of [undefined, null, '']) {
                    const x = open(at('/echo'), 'POST');
                    const seen = watchUpload(x, watch(x));
                    await send(x, body);
                    log(`${body === '' ? 'text' : body} events`, seen);
                }
                """#),
            .init(
                "numbers of a known length",
                #"""
                const x = open(answer({ text: 'x'.repeat(1000) }));
                const seen = new Map();
                for (const kind of kinds) {
                    x.addEventListener(kind, (event) =>
                        seen.set(kind, [event.lengthComputable, event.loaded, event.total]));
                }
                await send(x);
                for (const [kind, numbers] of seen) log(kind, ...numbers);
                """#),
            .init(
                "numbers of an unknown length",
                #"""
                const x = open(at('/pieces'));
                const seen = new Map();
                for (const kind of kinds.filter((kind) => kind !== 'progress')) {
                    x.addEventListener(kind, (event) =>
                        seen.set(kind, [event.lengthComputable, event.loaded, event.total]));
                }
                await send(x);
                for (const [kind, numbers] of seen) log(kind, ...numbers);
                log('text', x.responseText);
                """#),
            .init(
                "numbers of an upload",
                #"""
                const x = open(at('/echo'), 'POST');
                const seen = new Map();
                for (const kind of kinds.filter((kind) => kind !== 'progress')) {
                    x.upload.addEventListener(kind, (event) =>
                        seen.set(kind, [event.lengthComputable, event.loaded, event.total]));
                }
                await send(x, 'x'.repeat(1000));
                for (const [kind, numbers] of seen) log(kind, ...numbers);
                """#),
        ])

    static let reuse = Self(
        name: "one object for several requests",
        cases: [
            .init(
                "one after the other",
                #"""
                const x = open(answer({ text: 'one', headers: [['X-A', '1']] }));
                x.setRequestHeader('X-Mine', '1');
                const seen = watch(x);
                await send(x);
                facts('first', x);
                seen.length = 0;
                x.open('POST', at('/echo'));
                facts('again', x);
                await send(x, 'two');
                log('events', seen);
                told('told', x);
                """#),
            .init(
                "opened again at the end",
                #"""
                const x = open(answer({ text: 'one' }));
                const seen = watch(x);
                const end = new Promise((resolve) => {
                    x.addEventListener('load', () => {
                        if (x.responseText !== 'one') return resolve();
                        x.open('GET', answer({ text: 'two' }));
                        x.send();
                    });
                });
                x.send();
                await end;
                log('events', seen);
                facts('done', x);
                """#),
            .init(
                "opened again on the way",
                #"""
                const x = open(at('/slow'));
                const seen = watch(x);
                x.send();
                x.open('GET', answer({ text: 'two' }));
                log('after open', x.readyState, seen.splice(0));
                await send(x);
                log('events', seen);
                facts('done', x);
                """#),
            .init(
                "opened again with the first bytes there",
                #"""
                const x = open(at('/held'));
                const loading = reached(x, 3);
                x.send();
                await loading;
                const seen = watch(x);
                x.open('GET', answer({ text: 'two' }));
                log('after open', x.readyState, x.responseText, seen.splice(0));
                await send(x);
                log('events', seen);
                facts('done', x);
                """#),
            .init(
                "many at once",
                #"""
                const all = await Promise.all(Array.from({ length: 50 }, (_, index) =>
                    send(open(answer({ text: `n${index}` })))));
                log('all', all.map((x) => `${x.status} ${x.responseText}`));
                """#),
        ])
}
