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
          let entries = [];
          const remove = (entry) => (entries = entries.filter((other) => other !== entry));
          const find = (type, listener, options) => entries.find((entry) =>
            entry.type === type && entry.listener === listener && entry.isCapturing === isCapturing(options));
          const isCapturing = (options) => Boolean(typeof options === "object" ? options?.capture : options);
          const tell = (entry, event) => {
            if (!entries.includes(entry)) return;
            entry.isTold = true;
            if (entry.isOnce) remove(entry);
            const { listener } = entry;
            try {
              if (typeof listener === "function") listener.call(object, event);
              else listener.handleEvent(event);
            } catch (error) {
              // Uncaught, and no matter of the other listeners.
              queueMicrotask(() => { throw error; });
            }
          };
          object.addEventListener = (type, listener, options) => {
            const { once = false, signal } = Object(options);
            if (!listener || signal?.aborted || find(type, listener, options)) return;
            const entry = { type, listener, isCapturing: isCapturing(options), isOnce: once, isTold: false };
            entries.push(entry);
            signal?.addEventListener("abort", () => remove(entry));
            queueMicrotask(() => {
              if (!entry.isTold && latest.has(type)) tell(entry, new EventOfPage(type, { detail: latest.get(type) }));
            });
          };
          object.removeEventListener = (type, listener, options) => remove(find(type, listener, options));
          object.dispatchEvent = (event) => {
            dispatched.push({ namespace, type: event.type, detail: copy(event.detail, "detail") });
            return true;
          };
          emitters.set(namespace, {
            kinds,
            latest,
            emit(type, detail) {
              if (kinds.get(type) === "latestEvent") latest.set(type, detail);
              const event = new EventOfPage(type, { detail });
              for (const entry of entries.filter((other) => other.type === type)) tell(entry, event);
            },
          });
        });

        """#
}
