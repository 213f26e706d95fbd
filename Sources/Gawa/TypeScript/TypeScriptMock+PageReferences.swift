extension TypeScriptMock {
    /// The part of `native.mock.js` for arguments that are functions or streams of the page.
    static let pageReferences = #"""
        /** A function or a stream of the page, as the app has it. */
        refer = (namespace, name, value) => {
          const members = namespaces.find(([other]) => other === namespace)[1];
          if (!members.some(([other, , , takesBoth]) => other === name && takesBoth)) return undefined;
          if (typeof value === "function") return (...values) => run(value, values);
          return value?.[Symbol.asyncIterator] || value instanceof ReadableStream ? copies(value) : undefined;
        };

        """#
}
