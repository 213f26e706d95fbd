/// A value on its way from a page to the app and back.
struct ValueRow: Sendable {
    /// The function of ``ValueService``.
    let function: String
    /// What the page sends.
    let sent: String
    /// What the app gets, as ``Spelling`` writes it.
    let spelt: String
    /// What the page gets back, as ``PageTools`` writes it.
    let shown: String

    init(_ function: String, _ sent: String, _ spelt: String, _ shown: String) {
        self.function = function
        self.sent = sent
        self.spelt = spelt
        self.shown = shown
    }
}

extension ValueRow {
    static let scalars: [ValueRow] = [
        .init("bool", "true", "true", "true"), .init("bool", "false", "false", "false"),
        .init("int", "0", "0", "0"), .init("int", "-0", "0", "0"), .init("int", "3.0", "3", "3"),
        .init("int", "2 ** 53 - 1", "9007199254740991", "9007199254740991"),
        .init("int", "1 - 2 ** 53", "-9007199254740991", "-9007199254740991"), .init("int", "42n", "42", "42"),
        .init("int8", "-128", "-128", "-128"), .init("int16", "32767", "32767", "32767"),
        .init("int32", "-2147483648", "-2147483648", "-2147483648"), .init("uint", "7", "7", "7"),
        .init("uint8", "255", "255", "255"), .init("uint16", "65535n", "65535", "65535"),
        .init("uint32", "4294967295", "4294967295", "4294967295"),
        .init("int64", "5", "5", "5n"), .init("int64", "2n ** 63n - 1n", "9223372036854775807", "9223372036854775807n"),
        .init("int64", "-(2n ** 63n)", "-9223372036854775808", "-9223372036854775808n"),
        .init("int64", "2n ** 53n + 1n", "9007199254740993", "9007199254740993n"),
        .init("uint64", "2n ** 64n - 1n", "18446744073709551615", "18446744073709551615n"),
        .init("uint64", "0", "0", "0n"),
        .init("double", "NaN", "nan", "NaN"), .init("double", "Infinity", "inf", "Infinity"),
        .init("double", "-Infinity", "-inf", "-Infinity"), .init("double", "-0", "-0.0", "-0"),
        .init("double", "5e-324", "5e-324", "5e-324"), .init("double", "1e21", "1e+21", "1e+21"),
        .init("double", "Number.MAX_VALUE", "1.7976931348623157e+308", "1.7976931348623157e+308"),
        .init("double", "0.1 + 0.2", "0.30000000000000004", "0.30000000000000004"),
        .init("float", "0.1", "0.1", "0.10000000149011612"), .init("float", "-Infinity", "-inf", "-Infinity"),
        .init("float", "1.401298464324817e-45", "1e-45", "1.401298464324817e-45"),
        .init("decimal", "'12.50'", "12.5", "\"12.5\""), .init("decimal", "0.1", "0.1", "\"0.1\""),
        .init(
            "decimal", "10n ** 30n", "1\(String(repeating: "0", count: 30))",
            "\"1\(String(repeating: "0", count: 30))\""),
        .init(
            "decimal", "'-0.00000000000000000000000000000000000001'", "-0.\(String(repeating: "0", count: 37))1",
            "\"-0.\(String(repeating: "0", count: 37))1\""),
        .init("date", "new Date(0)", "0 ms", "Date 0"), .init("date", "new Date(-1)", "-1 ms", "Date -1"),
        .init("date", "new Date(1234567890123)", "1234567890123 ms", "Date 1234567890123"),
        .init("date", "new Date(8.64e15)", "8640000000000000 ms", "Date 8640000000000000"),
        .init("date", "new Date(-8.64e15)", "-8640000000000000 ms", "Date -8640000000000000"),
        .init("date", "new Date(8639999999999999)", "8639999999999999 ms", "Date 8639999999999999"),
        .init("url", "'https://example.com/a?b=c#d'", "https://example.com/a?b=c#d", "\"https://example.com/a?b=c#d\""),
        .init(
            "url", "new URL('/x y', 'https://bücher.example')", "https://xn--bcher-kva.example/x%20y",
            "\"https://xn--bcher-kva.example/x%20y\""),
    ]

    static let bytes: [ValueRow] = [
        .init("data", "new Uint8Array([0, 1, 255])", "00 01 ff", "Uint8Array [0,1,255]"),
        .init("data", "new Uint8Array(0)", "", "Uint8Array []"),
        .init("data", "new ArrayBuffer(0)", "", "Uint8Array []"),
        .init("data", "new Uint8Array([1, 2, 3]).buffer", "01 02 03", "Uint8Array [1,2,3]"),
        .init("data", "new Uint8Array([1, 2, 3, 4, 5]).subarray(1, 3)", "02 03", "Uint8Array [2,3]"),
        .init("data", "new DataView(new Uint8Array([1, 2, 3, 4]).buffer, 2)", "03 04", "Uint8Array [3,4]"),
        .init("data", "new DataView(new Uint8Array([1, 2, 3, 4]).buffer, 1, 2)", "02 03", "Uint8Array [2,3]"),
        .init("data", "new Float64Array([1])", "00 00 00 00 00 00 f0 3f", "Uint8Array [0,0,0,0,0,0,240,63]"),
        .init(
            "data", "new BigInt64Array([-2n])", "fe ff ff ff ff ff ff ff",
            "Uint8Array [254,255,255,255,255,255,255,255]"),
        .init("data", "new Uint16Array([258, 772]).subarray(1)", "04 03", "Uint8Array [4,3]"),
        .init("data", "new Uint8ClampedArray([300])", "ff", "Uint8Array [255]"),
        .init("data", "new (class Own extends Uint8Array {})([9])", "09", "Uint8Array [9]"),
    ]

    static let containers: [ValueRow] = [
        .init("optional", "", "nil", "undefined"), .init("optional", "undefined", "nil", "undefined"),
        .init("optional", "null", "nil", "undefined"), .init("optional", "0", "Optional(0)", "0"),
        .init("doubleOptional", "", "nil", "undefined"), .init("doubleOptional", "undefined", "nil", "undefined"),
        .init("doubleOptional", "null", "Optional(nil)", "null"),
        .init("doubleOptional", "1", "Optional(Optional(1))", "1"),
        .init("optionals", "[1, null, 3]", "[Optional(1),nil,Optional(3)]", "[1,null,3]"),
        .init("optionals", "[null]", "[nil]", "[null]"),
        .init("optionals", "[1, , undefined]", "[Optional(1),nil,nil]", "[1,null,null]"),
        .init("optionals", "Object.assign([5], { extra: 1 })", "[Optional(5)]", "[5]"),
        .init("optionals", "[]", "[]", "[]"),
        .init("set", "[3, 3]", "[3]", "[3]"),
        .init("table", "{}", "{}", "{}"), .init("table", "{ b: 2, a: 1 }", "{\"a\":1,\"b\":2}", "{\"a\":1,\"b\":2}"),
        .init(
            "table", "JSON.parse('{\"__proto__\": 1, \"constructor\": 2, \"toString\": 3, \"\": 4}')",
            "{\"\":4,\"__proto__\":1,\"constructor\":2,\"toString\":3}",
            "{\"\":4,\"__proto__\":1,\"constructor\":2,\"toString\":3}"),
        .init("table", "{ $: 1 }", "{\"$\":1}", "{\"$\":1}"),
        .init("table", "{ a: undefined, b: 1 }", "{\"b\":1}", "{\"b\":1}"),
        .init(
            "table", "{ 'é\\ud83d\\ude00\\0': 1 }", "{\"\\u{00E9}\\u{0001F600}\\0\":1}",
            "{\"\\u00e9\\ud83d\\ude00\\u0000\":1}"),
        .init(
            "table", "Object.create(null, { own: { value: 1, enumerable: true }, hidden: { value: 2 } })",
            "{\"own\":1}",
            "{\"own\":1}"),
        .init("table", "new (class Point { x = 1; get y() { return 2 } })", "{\"x\":1}", "{\"x\":1}"),
        .init("table", "({ x: 1, [Symbol('s')]: 2 })", "{\"x\":1}", "{\"x\":1}"),
        .init("optionalTable", "{ a: null, b: 1 }", "{\"a\":nil,\"b\":Optional(1)}", "{\"a\":null,\"b\":1}"),
        .init("intTable", "{ '-1': 'y' }", "[-1: \"y\"]", "{\"-1\":\"y\"}"),
        .init("intTable", "{ 7: 'x' }", "[7: \"x\"]", "{\"7\":\"x\"}"),
        .init("shape", "{ circle: { radius: -0 } }", "circle(radius: -0.0)", "{\"circle\":{\"radius\":-0}}"),
        .init("shape", "{ square: {} }", "square", "{\"square\":{}}"),
        .init(
            "shape", "{ labelled: { _0: 'l', at: new Date(5) } }", "labelled(\"l\", at: 1970-01-01 00:00:00 +0000)",
            "{\"labelled\":{\"_0\":\"l\",\"at\":Date 5}}"),
        .init("colour", "'green'", "green", "\"green\""), .init("level", "9", "high", "9"),
    ]

    static let text: [ValueRow] = [
        .init("string", "''", "\"\"", "\"\""),
        .init("string", "'a\\u2028b\\u2029c'", "\"a\\u{2028}b\\u{2029}c\"", "\"a\\u2028b\\u2029c\""),
        .init("string", "'x\\0y\\0'", "\"x\\0y\\0\"", "\"x\\u0000y\\u0000\""),
        .init(
            "string", "'👨‍👩‍👧'", "\"\\u{0001F468}\\u{200D}\\u{0001F469}\\u{200D}\\u{0001F467}\"",
            "\"\\ud83d\\udc68\\u200d\\ud83d\\udc69\\u200d\\ud83d\\udc67\""),
        .init("string", "'🇩🇪'", "\"\\u{0001F1E9}\\u{0001F1EA}\"", "\"\\ud83c\\udde9\\ud83c\\uddea\""),
        .init(
            "string", "'\\u{10ffff}\\ufeff\\uffff'", "\"\\u{0010FFFF}\\u{FEFF}\\u{FFFF}\"",
            "\"\\udbff\\udfff\\ufeff\\uffff\""),
        .init("string", "'a\\ud83d'", "\"a\\u{FFFD}\"", "\"a\\ufffd\""),
        .init("string", "'\\ude00b'", "\"\\u{FFFD}b\"", "\"\\ufffdb\""),
        .init("string", "'\\ude00\\ud83d'", "\"\\u{FFFD}\\u{FFFD}\"", "\"\\ufffd\\ufffd\""),
        .init(
            "strings", "['', '\"', '\\\\', '</script>', '{\"$\":\"u\"}']",
            "[\"\",\"\\\"\",\"\\\\\",\"</script>\",\"{\\\"$\\\":\\\"u\\\"}\"]",
            "[\"\",\"\\\"\",\"\\\\\",\"</script>\",\"{\\\"$\\\":\\\"u\\\"}\"]"),
    ]
}
