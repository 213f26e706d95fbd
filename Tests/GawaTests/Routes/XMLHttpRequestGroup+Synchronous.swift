extension XMLHttpRequestGroup {
    static let synchronous = Self(
        name: "synchronous requests",
        cases: [
            .init(
                "a whole request, synchronously",
                #"""
                const x = new XMLHttpRequest();
                const seen = watchUpload(x, watch(x));
                x.open('GET', answer({ text: 'héllo フォロー', headers: [['X-A', '1']] }), false);
                log('opened', x.readyState, seen.splice(0));
                x.send(null);
                log('events', seen);
                facts('done', x);
                """#),
            .init(
                "each kind of status, synchronously",
                #"""
                for (const status of [200, 204, 404, 500]) {
                    const x = open(answer({ status, ...(status === 204 ? {} : { text: 'abc' }) }), 'GET', false);
                    const seen = watch(x);
                    x.send();
                    log(`${status} events`, seen);
                    facts(status, x);
                }
                """#),
            .init(
                "each method, synchronously",
                #"""
                for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
                    const x = open(at('/echo'), method, false);
                    x.setRequestHeader('X-Mine', 'a');
                    x.setRequestHeader('Content-Type', 'application/json');
                    const seen = watchUpload(x, watch(x));
                    x.send('{"a":"é"}');
                    log(`${method} events`, seen);
                    told(method, x);
                }
                const x = open(at('/echo'), 'HEAD', false);
                x.send();
                log('HEAD', x.status, x.responseText, x.getResponseHeader('content-type'));
                """#),
            .init(
                "bytes, synchronously",
                #"""
                const x = open(at('/echo'), 'POST', false);
                x.send(new Uint8Array([0, 255, 1]));
                told('bytes', x);
                const y = open(at('/echo'), 'POST', false);
                y.send(new URLSearchParams({ a: 'é' }));
                told('form', y);
                """#),
            .init(
                "encodings, synchronously",
                #"""
                const bytes = '83748348838d815b';
                const x = open(answer({ type: 'text/plain; charset=shift_jis', bytes }), 'GET', false);
                x.send();
                log('of the answer', x.responseText);
                const y = open(answer({ bytes }), 'GET', false);
                y.overrideMimeType('text/plain; charset=shift_jis');
                y.send();
                log('put in its place', y.responseText);
                const z = open(answer({ type: 'text/xml', text: '<a>é</a>' }), 'GET', false);
                z.send();
                log('document', z.responseXML);
                """#),
            .init(
                "a network error, synchronously",
                #"""
                const x = open(broken, 'GET', false);
                const seen = watch(x);
                try {
                    x.send();
                    log('no error');
                } catch (error) {
                    log('error', error.name, error.message, error.code);
                }
                log('events', seen);
                facts('done', x);
                x.open('GET', answer({ text: 'well' }), false);
                x.send();
                facts('after it', x);
                """#),
            .init(
                "an answer that is late or comes in pieces, synchronously",
                #"""
                for (const path of ['/late', '/pieces']) {
                    const x = open(at(path), 'GET', false);
                    x.send();
                    log(path, x.status, x.responseText);
                }
                """#),
            .init(
                "200 in a row, synchronously",
                #"""
                let sum = 0;
                for (let index = 0; index < 200; index += 1) {
                    const x = open(answer({ text: `${index}` }), 'GET', false);
                    x.send();
                    sum += Number(x.responseText);
                }
                log('sum', sum);
                """#),
            .init(
                "one between asynchronous ones",
                #"""
                const order = [];
                const first = open(answer({ text: 'one' }));
                const end = send(first).then(() => order.push('asynchronous'));
                const second = open(answer({ text: 'two' }), 'GET', false);
                second.send();
                order.push('synchronous');
                await end;
                log('order', order, first.responseText, second.responseText);
                """#),
        ])

    static let restrictions = Self(
        name: "restrictions of synchronous requests, and workers",
        cases: [
            .init(
                "what a synchronous request may not have",
                #"""
                const x = open(at('/echo'), 'GET', false);
                attempt('type', () => { x.responseType = 'json'; return x.responseType; });
                attempt('no type', () => { x.responseType = ''; return x.responseType; });
                attempt('limit', () => { x.timeout = 100; return x.timeout; });
                attempt('no limit', () => { x.timeout = 0; return x.timeout; });
                attempt('credentials', () => { x.withCredentials = true; return x.withCredentials; });
                attempt('send', () => { x.send(); return x.status; });
                const y = new XMLHttpRequest();
                y.responseType = 'json';
                attempt('type before', () => { y.open('GET', at('/echo'), false); return y.readyState; });
                const z = new XMLHttpRequest();
                z.timeout = 100;
                attempt('limit before', () => { z.open('GET', at('/echo'), false); return z.readyState; });
                """#),
            .init(
                "synchronous send out of turn",
                #"""
                const x = open(at('/echo'), 'GET', false);
                x.send();
                attempt('twice', () => x.send());
                x.abort();
                log('aborted', x.readyState, x.status, x.responseText);
                attempt('after abort', () => x.send());
                """#),
            .init(
                "requests of a worker",
                #"""
                const source = `onmessage = async ({ data: [address, echo] }) => {
                    const lines = [];
                    for (const type of ['json', 'arraybuffer', 'text']) {
                        const x = new XMLHttpRequest();
                        x.open('GET', address, false);
                        x.responseType = type;
                        x.timeout = 5000;
                        x.send();
                        lines.push([type, x.status, x.response.byteLength ?? x.response, x.getResponseHeader('x-a')]);
                    }
                    const x = new XMLHttpRequest();
                    x.open('POST', echo);
                    x.onloadend = () => postMessage([...lines, [x.status, x.responseText]]);
                    x.send('é');
                }`;
                const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })));
                const seen = await new Promise((resolve, reject) => {
                    worker.onmessage = (event) => resolve(event.data);
                    worker.onerror = (event) => reject(new Error(event.message));
                    worker.postMessage([
                        answer({ type: 'application/json', text: '{"a":"é"}', headers: [['X-A', '1']] }), at('/echo')]);
                });
                worker.terminate();
                for (const line of seen) log('worker', ...line);
                """#),
        ])
}
