extension TypeScriptMock {
    /// The part of `native.mock.js` for events.
    static let events = #"""
        const emitters = new Map();
        let dispatched = [];

        controls.push(() => {
          const mine = (dispatched = []);
          for (const { latest } of emitters.values()) latest.clear();
          return {
            dispatched: mine,
            emit(namespace, type, detail) {
              const emitter = emitters.get(namespace);
              if (!emitter?.kinds.has(type)) throw new Error(`${namespace} has no event "${type}"`);
              emitter.emit(type, copy(detail, "detail") ?? null);
            },
          };
        });

        // Node.js has it since version 19.
        const EventOfPage = globalThis.CustomEvent ?? class CustomEvent extends Event {
          constructor(type, options) {
            super(type, options);
            this.detail = options.detail;
          }
        };

        additions.push((object, namespace, members) => {
          const kinds = new Map(members.filter(([, , kind]) => /event$/i.test(kind)).map(([type, , kind]) => [type, kind]));
          if (!kinds.size) return;
          const latest = new Map();
          const target = new EventTarget();
          const entries = new Set();
          const captures = (options) => Boolean(typeof options === "object" ? options?.capture : options);
          const find = (type, listener, options) => [...entries].find((entry) =>
            entry.type === type && entry.listener === listener && entry.isCapturing === captures(options));
          object.addEventListener = (type, listener, options) => {
            const { once, signal } = Object(options);
            if (!listener || signal?.aborted || find(type, listener, options)) return;
            let isTold = false;
            const hear = (event) => {
              isTold = true;
              if (once) remove();
              if (typeof listener === "function") listener.call(object, event);
              else listener.handleEvent(event);
            };
            const remove = () => {
              entries.delete(entry);
              target.removeEventListener(type, hear, entry.isCapturing);
              signal?.removeEventListener("abort", remove);
            };
            const entry = { type, listener, isCapturing: captures(options), remove };
            entries.add(entry);
            target.addEventListener(type, hear, entry.isCapturing);
            signal?.addEventListener("abort", remove);
            queueMicrotask(() => {
              if (isTold || !entries.has(entry) || !latest.has(type)) return;
              hear(new EventOfPage(type, { detail: latest.get(type) }));
            });
          };
          object.removeEventListener = (type, listener, options) => find(type, listener, options)?.remove();
          object.dispatchEvent = (event) => {
            dispatched.push({ namespace, type: event.type, detail: copy(event.detail, "detail") });
            return target.dispatchEvent(event);
          };
          emitters.set(namespace, {
            kinds,
            latest,
            emit(type, detail) {
              if (kinds.get(type) === "latestEvent") latest.set(type, detail);
              target.dispatchEvent(new EventOfPage(type, { detail }));
            },
          });
        });

        """#
}
