extension TypeScriptMock {
    /// The part of `native.mock.js` that is the same for all bridges, for members of these kinds.
    ///
    /// It stands in for `gawa.js` and the app together and follows `Documentation/Design/bridge-protocol.md`, "Values",
    /// "Errors" and "What a page sees".
    static func runtime(_ kinds: Set<MemberKind>, takesPageReferences: Bool) -> String {
        var parts = [calls]
        if takesPageReferences || kinds.contains(.stream) { parts.append(items) }
        if takesPageReferences { parts.append(pageReferences) }
        if kinds.contains(.stream) { parts.append(streams) }
        if kinds.contains(where: \.isEvent) { parts.append(events) }
        if kinds.contains(.synchronous) { parts.append(synchronous) }
        return (parts + [namespaces]).joined(separator: "\n")
    }

    private static let calls = #"""
        class GawaError extends Error {
          constructor(code, message, { name = "Error", data, cause } = {}) {
            super(message, cause === undefined ? undefined : { cause });
            Object.defineProperty(this, "name", { value: name, configurable: true });
            this.code = code;
            if (data !== undefined) this.data = data;
          }
        }

        /** What arrives of a value on the other side. */
        function copy(value, path, above = []) {
          const refuse = (kind) => {
            throw new GawaError("dataClone", `${path} cannot be sent: ${kind}`, { name: "DataCloneError" });
          };
          if (typeof value === "function" || typeof value === "symbol") refuse(`a ${typeof value}`);
          if (value === null || typeof value !== "object") return value;
          if (value instanceof Date) return new Date(value.getTime());
          if (value instanceof URL) return value.href;
          if (value instanceof ArrayBuffer) return new Uint8Array(value.slice(0));
          if (ArrayBuffer.isView(value)) {
            return new Uint8Array(value.buffer.slice(value.byteOffset, value.byteOffset + value.byteLength));
          }
          if (above.includes(value)) refuse("a cycle");
          const kind = Object.prototype.toString.call(value).slice(8, -1);
          if (["Map", "Set", "WeakMap", "WeakSet", "Promise", "Blob", "File"].includes(kind)) refuse(`a ${kind}`);
          const inside = [...above, value];
          if (Array.isArray(value)) return Array.from(value, (element, index) => copy(element, `${path}[${index}]`, inside));
          const members = Object.entries(value).filter(([, member]) => member !== undefined);
          return Object.fromEntries(members.map(([key, member]) => [key, copy(member, `${path}.${key}`, inside)]));
        }

        const exposed = new Map();
        let answers = {};
        let calls = [];
        // What the kinds of members add: how one is called, to a namespace, to the mock, and to what is passed.
        const senders = { function: call, message: sendOneWay };
        const additions = [];
        const controls = [];
        let refer = () => undefined;

        export function gawaError(code, message = code, options = {}) {
          return new GawaError(code, message, options);
        }

        export function mockNative(newAnswers = {}) {
          answers = newAnswers;
          const mine = (calls = []);
          const mock = {
            calls: mine,
            async callPage(name, ...values) {
              const answer = exposed.get(name);
              if (!answer) throw gawaError("unknownFunction", `the page exposes no ${name}`, { name: "NotFoundError" });
              return run(answer, values);
            },
          };
          return Object.assign(mock, ...controls.map((control) => control()));
        }

        /** Calls a function of the page as the app would. */
        async function run(body, values) {
          const sent = values.map((value, index) => copy(value, `values[${index}]`));
          return copy(await body(...sent, new AbortController().signal), "result");
        }

        function answerOf(namespace, name) {
          const mine = Object.hasOwn(answers, namespace) ? answers[namespace] : undefined;
          const answer = mine && Object.hasOwn(mine, name) ? mine[name] : undefined;
          if (answer) return answer;
          throw gawaError("unknownFunction", `the test has no answer for ${namespace}.${name}`, { name: "NotFoundError" });
        }

        /** What arrives of arguments. */
        function received(namespace, name, values) {
          return Array.from(values, (value, index) =>
            refer(namespace, name, value) ?? copy(value, `arguments[${index}]`));
        }

        function record(namespace, name, values) {
          const sent = received(namespace, name, values);
          calls.push({ namespace, name, values: sent });
          return sent;
        }

        /** What arrives of what an answer throws. */
        function fault(error) {
          if (error instanceof GawaError) return error;
          const isError = error instanceof Error;
          return gawaError(isError ? error.code ?? error.name : "Error", isError ? error.message : String(error), {
            name: isError ? error.name : "Error",
            cause: error,
          });
        }

        async function answered(namespace, name, sent) {
          try {
            return copy(await answerOf(namespace, name)(...sent), "result");
          } catch (error) {
            throw fault(error);
          }
        }

        function call(namespace, name, values, options) {
          return new Promise((resolve, reject) => {
            const { signal, timeout } = options ?? {};
            signal?.throwIfAborted();
            let clock;
            const abort = () => settle(reject, signal.reason);
            const settle = (end, value) => {
              clearTimeout(clock);
              signal?.removeEventListener("abort", abort);
              end(value);
            };
            const sent = record(namespace, name, values);
            signal?.addEventListener("abort", abort);
            if (timeout !== undefined) {
              const late = () => settle(reject, gawaError("timeout", `${name} took too long`, { name: "TimeoutError" }));
              clock = setTimeout(late, timeout);
            }
            answered(namespace, name, sent).then((value) => settle(resolve, value), (error) => settle(reject, error));
          });
        }

        function sendOneWay(namespace, name, values) {
          const sent = record(namespace, name, values);
          // No answer and no error of the app reaches the page.
          Promise.resolve().then(() => answerOf(namespace, name)(...sent)).catch(() => {});
        }

        """#

    private static let namespaces = #"""
        for (const [namespace, members] of namespaces) {
          const object = Object.create(null);
          const kinds = new Map(members.map(([name, , kind]) => [name, kind]));
          const send = (name, values, options) => (senders[kinds.get(name)] ?? call)(namespace, name, values, options);
          for (const [name, count, kind] of members) {
            if (name === "then" || !senders[kind]) continue;
            object[name] = (...values) => send(name, values.slice(0, count), values[count]);
          }
          object.call = (name, values = [], options = undefined) => send(name, values, options);
          object.has = (name) => kinds.has(name);
          object.expose = (name, answer) => {
            exposed.set(name, answer);
            return () => {
              if (exposed.get(name) === answer) exposed.delete(name);
            };
          };
          object.GawaError = GawaError;
          for (const add of additions) add(object, namespace, members);
          Object.defineProperty(globalThis, namespace, { value: Object.freeze(object), enumerable: true });
        }

        """#
}
