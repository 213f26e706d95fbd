import Gawa

/// Functions that a test's page gets before all other scripts.
enum PageTools {
    /// `show(value)` writes any value so that no two different ones look alike; `mirror(value)` gives it back.
    ///
    /// Text is written in ASCII, keys are sorted, and an object whose prototype is not the plain one has its class's name
    /// before it.
    static let source = """
        globalThis.show = (() => {
            const { stringify } = JSON;
            const text = value => stringify(value).replace(/[^ -~]/g,
                unit => '\\\\u' + unit.charCodeAt(0).toString(16).padStart(4, '0'));
            const show = value => {
                if (value === null || value === undefined || typeof value === 'boolean') return String(value);
                if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
                if (typeof value === 'bigint') return value + 'n';
                if (typeof value === 'string') return text(value);
                if (typeof value !== 'object') return typeof value;
                const prototype = Object.getPrototypeOf(value);
                if (prototype === Date.prototype) return 'Date ' + value.getTime();
                if (prototype === Uint8Array.prototype) return 'Uint8Array [' + Array.from(value).join() + ']';
                if (Array.isArray(value)) {
                    return '[' + Array.from(value.keys(), index => index in value ? show(value[index]) : 'hole').join() + ']';
                }
                const name = prototype === Object.prototype ? '' : (prototype?.constructor?.name ?? 'null') + ' ';
                return name + '{' + Object.getOwnPropertyNames(value).sort().map(key =>
                    text(key) + ':' + show(Object.getOwnPropertyDescriptor(value, key).value)).join() + '}';
            };
            return show;
        })();
        globalThis.mirror = value => value;
        """

    @MainActor
    static func add(to configuration: WKWebViewConfiguration) {
        configuration.userContentController.addUserScript(
            WKUserScript(source: source, injectionTime: .atDocumentStart, forMainFrameOnly: false))
    }
}
