extension TypeScriptMock {
    /// The part of `native.mock.js` for streams either way.
    static let items = #"""
        /** What arrives of the items of an iterable or a ReadableStream, which not every engine can iterate. */
        async function* copies(source) {
          const items = source[Symbol.asyncIterator] || source[Symbol.iterator] ? source : read(source);
          for await (const item of items) yield copy(item, "item");
        }

        async function* read(readable) {
          const reader = readable.getReader();
          try {
            for (let item; !(item = await reader.read()).done; ) yield item.value;
          } finally {
            await reader.cancel();
          }
        }

        """#

    /// The part of `native.mock.js` for streams of the app.
    static let streams = #"""
        senders.stream = openStream;

        async function* produced(namespace, name, sent) {
          const answer = answerOf(namespace, name);
          yield* copies(typeof answer === "function" ? await answer(...sent) : answer);
        }

        function openStream(namespace, name, values, options) {
          const { signal } = options ?? {};
          const sent = received(namespace, name, values);
          const waiting = [];
          let source, failure, readable;
          let isOver = false;
          const tellEnd = ({ resolve, reject }) => {
            const told = failure;
            failure = undefined;
            if (told) reject(told.reason);
            else resolve({ value: undefined, done: true });
          };
          const end = (error) => {
            if (isOver) return;
            isOver = true;
            failure = error;
            signal?.removeEventListener("abort", abort);
            waiting.splice(0).forEach(tellEnd);
            // Not awaited: an answer that waits for something cannot be ended before it has that.
            source?.return().catch(() => {});
          };
          const abort = () => end({ reason: signal.reason });
          const next = (resolve, reject) => {
            if (isOver) return tellEnd({ resolve, reject });
            if (!source) {
              calls.push({ namespace, name, values: sent });
              source = produced(namespace, name, sent);
            }
            waiting.push({ resolve, reject });
            source.next().then(
              (item) => (item.done ? end() : waiting.shift()?.resolve(item)),
              (error) => end({ reason: fault(error) }));
          };
          const pull = async (controller) => {
            const { value, done } = await stream.next();
            if (done) controller.close();
            else controller.enqueue(value);
          };
          const stream = Object.freeze({
            __proto__: null,
            [Symbol.asyncIterator]: () => stream,
            next: () => new Promise(next),
            return: async () => {
              end();
              return { value: undefined, done: true };
            },
            get readable() {
              return (readable ??= new ReadableStream({ pull, cancel: () => end() }, { highWaterMark: 0 }));
            },
          });
          if (signal?.aborted) abort();
          else signal?.addEventListener("abort", abort);
          return stream;
        }

        """#
}
