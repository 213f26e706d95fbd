extension XMLHttpRequestGroup {
    static let ends = Self(
        name: "time limits and network errors",
        cases: [
            .init(
                "a time limit",
                #"""
                for (const path of ['/slow', '/held']) {
                    const x = open(at(path));
                    x.timeout = 300;
                    const seen = watch(x);
                    await send(x);
                    log(`${path} events`, seen);
                    facts(path, x);
                }
                """#),
            .init(
                "a time limit of an upload",
                #"""
                const x = open(at('/slow'), 'POST');
                x.timeout = 300;
                const seen = watch(x);
                await send(x, 'abc');
                log('events', seen);
                facts('done', x);
                """#),
            .init(
                // The engine has no other set once a request without one is on its way.
                "a time limit that is set anew",
                #"""
                const x = open(at('/slow'));
                x.timeout = 15000;
                const seen = watch(x);
                const end = send(x);
                x.timeout = 200;
                await end;
                log('anew', seen, x.timeout);
                """#),
            .init(
                "a time limit that is taken back",
                #"""
                const y = open(at('/late'));
                y.timeout = 50;
                const other = watch(y);
                const otherEnd = send(y);
                y.timeout = 0;
                await otherEnd;
                log('taken back', other, y.timeout, y.responseText);
                """#),
            .init(
                "a time limit that is not reached",
                #"""
                const z = open(at('/late'));
                z.timeout = 10000;
                await send(z);
                log('not reached', z.responseText);
                """#),
            .init(
                "a network error",
                #"""
                for (const responseType of ['', 'text', 'json', 'arraybuffer', 'blob', 'document']) {
                    const x = open(broken);
                    x.responseType = responseType;
                    const seen = watch(x);
                    await send(x);
                    log(`${responseType} events`, seen);
                    facts(responseType, x);
                    log(`${responseType} field`, x.getResponseHeader('content-type'));
                }
                """#),
            .init(
                "numbers of a network error",
                #"""
                const x = open(broken);
                const seen = [];
                for (const kind of kinds) {
                    x.addEventListener(kind, (event) => seen.push([kind, event.loaded, event.total]));
                }
                await send(x);
                log('numbers', seen);
                """#),
            .init(
                "a request after a network error",
                #"""
                const x = open(broken);
                await send(x);
                // Opened within the events of an error, the engine loses the next request, a server's too.
                await new Promise((resolve) => setTimeout(resolve));
                x.open('GET', answer({ text: 'well' }));
                await send(x);
                facts('done', x);
                """#),
        ])

    static let aborts = Self(
        name: "abort in each state",
        cases: [
            .init(
                "abort before anything is sent",
                #"""
                const x = new XMLHttpRequest();
                const seen = watch(x);
                x.abort();
                log('new', x.readyState, seen.splice(0));
                x.open('GET', at('/slow'));
                x.abort();
                log('opened', x.readyState, seen.splice(0));
                attempt('sent', () => { x.send(); return x.readyState; });
                x.abort();
                log('then', x.readyState, seen.splice(0));
                """#),
            .init(
                "abort on the way",
                #"""
                const x = open(at('/slow'));
                const seen = watch(x);
                x.send();
                x.abort();
                log('events', seen);
                facts('done', x);
                """#),
            .init(
                "abort of an upload on the way",
                #"""
                const x = open(at('/slow'), 'POST');
                const seen = watchUpload(x, watch(x));
                x.send('abc');
                x.abort();
                log('events', seen);
                facts('done', x);
                """#),
            .init(
                "abort at the head",
                #"""
                const x = open(at('/held'));
                const seen = watch(x);
                const head = reached(x, 2);
                x.addEventListener('readystatechange', () => {
                    if (x.readyState === 2) x.abort();
                });
                x.send();
                await head;
                log('events', seen);
                facts('done', x);
                """#),
            .init(
                "abort with the first bytes there",
                #"""
                const x = open(at('/held'));
                const seen = watch(x);
                const loading = reached(x, 3);
                x.send();
                await loading;
                log('before', x.responseText, x.status);
                x.abort();
                log('events', seen);
                facts('done', x);
                """#),
            .init(
                "abort at the end",
                #"""
                const x = await send(open(answer({ text: 'abc' })));
                const seen = watch(x);
                x.abort();
                log('events', seen);
                facts('done', x);
                """#),
            .init(
                "abort within events",
                #"""
                for (const kind of ['loadstart', 'load', 'loadend']) {
                    const x = open(answer({ text: 'abc' }));
                    const seen = watch(x);
                    x.addEventListener(kind, () => x.abort(), { once: true });
                    const end = new Promise((resolve) => x.addEventListener('loadend', resolve));
                    x.send();
                    await end;
                    log(`${kind} events`, seen);
                    facts(kind, x);
                }
                """#),
            .init(
                "opened again within abort",
                #"""
                const x = open(at('/slow'));
                const seen = watch(x);
                const end = new Promise((resolve) => x.addEventListener('load', resolve));
                x.addEventListener('abort', () => {
                    x.open('GET', answer({ text: 'two' }));
                    x.send();
                }, { once: true });
                x.send();
                x.abort();
                log('state', x.readyState);
                await end;
                log('events', seen);
                facts('done', x);
                """#),
        ])
}
