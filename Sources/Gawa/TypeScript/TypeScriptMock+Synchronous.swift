extension TypeScriptMock {
    /// The part of `native.mock.js` for functions that can be called synchronously.
    static let synchronous = #"""
        senders.synchronous = call;

        additions.push((object, namespace, members) => {
          for (const [name, count] of members.filter(([, , kind]) => kind === "synchronous")) {
            if (!object[name]) continue;
            object[name].sync = (...values) => answeredNow(namespace, name, record(namespace, name, values.slice(0, count)));
          }
        });

        function answeredNow(namespace, name, sent) {
          const answer = answerOf(namespace, name);
          let value;
          try {
            value = answer(...sent);
          } catch (error) {
            throw fault(error);
          }
          if (typeof value?.then === "function") {
            throw new TypeError(`the test's answer for ${namespace}.${name} is a promise, and ${name}.sync cannot wait`);
          }
          return copy(value, "result");
        }

        """#
}
