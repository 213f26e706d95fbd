extension XMLHttpRequestExplanation {
    /// The whole table.
    static let all: [Self] = [
        Self(
            subject: "a synchronous answer: its header fields",
            reason: "The engine filters the header fields of an answer of another origin, but not those of a scheme "
                + "that was asked synchronously: the page sees those by which the app gives it leave.",
            differences: [
                .init(
                    "a whole request, synchronously", "done",
                    #""content-length: 19\r\ncontent-type: text/plain; charset=utf-8\r\nx-a:"#,
                    #""access-control-allow-credentials: true\r\naccess-control-allow-origin: ORIGIN\r\naccess"#
                        + #"-control-expose-headers: content-length, content-type, x-a\r\ncontent-length: 19\r\ncont"#
                        + #"ent-type: text/plain; charset=utf-8\r\nvary: Origin\r\nx-a:"#
                ),
                .init(
                    "each kind of status, synchronously", "200",
                    #""content-length: 3\r\ncontent-type: text/plain; charset=utf-8\r\n""#,
                    #""access-control-allow-credentials: true\r\naccess-control-allow-origin: ORIGIN\r\naccess"#
                        + #"-control-expose-headers: content-length, content-type\r\ncontent-length: 3\r\ncontent-ty"#
                        + #"pe: text/plain; charset=utf-8\r\nvary: Origin\r\n""#
                ),
                .init(
                    "each kind of status, synchronously", "500",
                    #""content-length: 3\r\ncontent-type: text/plain; charset=utf-8\r\n""#,
                    #""access-control-allow-credentials: true\r\naccess-control-allow-origin: ORIGIN\r\naccess"#
                        + #"-control-expose-headers: content-length, content-type\r\ncontent-length: 3\r\ncontent-ty"#
                        + #"pe: text/plain; charset=utf-8\r\nvary: Origin\r\n""#
                ),
                .init(
                    "each kind of status, synchronously", "404",
                    #""content-length: 3\r\ncontent-type: text/plain; charset=utf-8\r\n""#,
                    #""access-control-allow-credentials: true\r\naccess-control-allow-origin: ORIGIN\r\naccess"#
                        + #"-control-expose-headers: content-length, content-type\r\ncontent-length: 3\r\ncontent-ty"#
                        + #"pe: text/plain; charset=utf-8\r\nvary: Origin\r\n""#
                ),
                .init(
                    "each kind of status, synchronously", "204", #""content-type: text/plain; charset=utf-8\r\n""#,
                    #""access-control-allow-credentials: true\r\naccess-control-allow-origin: ORIGIN\r\naccess"#
                        + #"-control-expose-headers: content-type\r\ncontent-type: text/plain; charset=utf-8\r\nvary"#
                        + #": Origin\r\n""#
                ),
                .init(
                    "a network error, synchronously", "after it",
                    #""content-length: 4\r\ncontent-type: text/plain; charset=utf-8\r\n""#,
                    #""access-control-allow-credentials: true\r\naccess-control-allow-origin: ORIGIN\r\naccess"#
                        + #"-control-expose-headers: content-length, content-type\r\ncontent-length: 4\r\ncontent-ty"#
                        + #"pe: text/plain; charset=utf-8\r\nvary: Origin\r\n""#
                ),
            ]),
        Self(
            subject: "OPTIONS",
            reason: "The app answers it before any handler.",
            differences: [
                .init("OPTIONS", "text", #""method: OPTIONS\nquery: \nbody: \"\"""#, #""""#),
                .init("OPTIONS", "status", "200", "204"),
            ]),
        Self(
            subject: "who may read an answer",
            reason: "The app lets whoever may ask read the whole answer, and what a handler says of that counts for "
                + "nothing.",
            differences: [
                .init("fields that the answer does not let others read", "hidden", "null", #""2""#),
                .init(
                    "an answer that others may not read", "events", #"4","error","loadend"]"#,
                    #"2","state 3","progress","state 4","load","loadend"]"#
                ),
                .init("an answer that others may not read", "status", "0", "200"),
                .init("an answer that others may not read", "text", #""""#, #""for others""#),
            ]),
        Self(
            subject: "the address after a redirect",
            reason: "The engine follows no redirect of a scheme, so the app does, and tells the place as `Content- "
                + "Location`.",
            differences: [
                .init(
                    "the address after a redirect", "address", #""BASE/echo""#,
                    #""BASE/redirect?to=%2Fxhr%2Fecho""#
                ),
                .init(
                    "the address after a redirect", "fields", #"28\r\ncontent-type:"#,
                    #"28\r\ncontent-location: BASE/echo\r\ncontent-type:"#
                ),
                .init(
                    "the address after a redirect", "synchronously", #""BASE/echo""#,
                    #""BASE/redirect?to=%2Fxhr%2Fecho""#
                ),
            ]),
        Self(
            subject: "characters beyond ASCII in a header field",
            reason: "What HTTP carries is bytes, which the engine reads as Latin-1; the app gives it characters.",
            differences: [
                .init("characters beyond ASCII in a field", "é", #""Ã©""#, #""é""#)
            ]),
        Self(
            subject: "an apostrophe in a query",
            reason: "The URL Standard escapes it for the schemes of the web alone.",
            places: [.scheme],
            differences: [
                .init(
                    "characters in a query that want no escape, and a lone percent sign", "' address",
                    #""BASE/echo?%27""#,
                    #""BASE/echo?'""#
                ),
                .init(
                    "characters in a query that want no escape, and a lone percent sign", "'", #"%27\nbody:"#,
                    #"'\nbody:"#
                ),
            ]),
        Self(
            subject: "a lone percent sign in a query",
            reason: "The engine sends none to a server; to the app it does, escaped.",
            differences: [
                .init(
                    "characters in a query that want no escape, and a lone percent sign", "%zz", #"0 """#,
                    #"200 "method: GET\nquery: %25zz\nbody: \"\"""#
                ),
                .init(
                    "characters in a query that want no escape, and a lone percent sign", "%zz address", #""""#,
                    #""BASE/echo?%zz""#
                ),
            ]),
        Self(
            subject: "characters that Foundation escapes in a query",
            reason: "Foundation has no URL with them.",
            differences: [
                .init(
                    "characters in a query that want no escape, and a lone percent sign", "`", #"`\nbody:"#,
                    #"%60\nbody:"#
                ),
                .init(
                    "characters in a query that want no escape, and a lone percent sign", #"{|}^\"#, #"{|}^\\\nbody:"#,
                    #"%7B%7C%7D%5E%5C\nbody:"#
                ),
            ]),
        Self(
            subject: "an escaped letter in a path",
            reason: "The engine takes the escape away for servers only.",
            differences: [
                .init("parts of an address", "/%65cho address", #""BASE/echo""#, #""BASE/%65cho""#)
            ]),
        Self(
            subject: "`text/plain` as a document",
            reason: "The engine keeps from making a document of it for the schemes of the web alone.",
            differences: [
                .init(
                    "documents", "document text/plain 4", "null",
                    #"["text/plain","",null,false,null,null,"complete","UTF-8"]"#
                ),
                .init(
                    "documents", " text/plain 4", "null",
                    #"["text/plain","",null,false,null,null,"complete","UTF-8"]"#
                ),
            ]),
        Self(
            subject: "the type of a Blob in an answer",
            reason: "The engine takes it from `Content-Type` for the schemes of the web alone, else from what it has "
                + "of it: the type without parameters, or what the address suggests.",
            differences: [
                .init(
                    "each type of response with each kind of status", "blob of text 204", "text/plain;charset=utf-8)",
                    "text/plain)"
                ),
                .init(
                    "each type of response with each kind of status", "blob of text 500", "text/plain;charset=utf-8)",
                    "text/plain)"
                ),
                .init(
                    "each type of response with each kind of status", "blob of html 404", "text/html;charset=utf-8)",
                    "text/html)"
                ),
                .init(
                    "each type of response with each kind of status", "blob of html 500", "text/html;charset=utf-8)",
                    "text/html)"
                ),
                .init(
                    "each type of response with each kind of status", "blob of text 404", "text/plain;charset=utf-8)",
                    "text/plain)"
                ),
                .init(
                    "each type of response with each kind of status", "blob of text 200", "text/plain;charset=utf-8)",
                    "text/plain)"
                ),
                .init(
                    "each type of response with each kind of status", "blob of html 204", "text/html;charset=utf-8)",
                    "text/html)"
                ),
                .init(
                    "each type of response with each kind of status", "blob of html 200", "text/html;charset=utf-8)",
                    "text/html)"
                ),
                .init("no type at all", "blob", "text/xml)", "application/octet-stream)"),
            ]),
        Self(
            subject: "`Accept-Language`",
            reason: "The engine adds it where it asks a server.",
            differences: [
                .init("languages that the engine tells", "told", "true", "false")
            ]),
        Self(
            subject: "small letters in the method patch",
            reason: "Methods of routes are in upper case.",
            differences: [
                .init("small letters in the method patch", "patch, method", "patch", "PATCH")
            ]),
        Self(
            subject: "the type of a synchronous response",
            reason: "The engine forbids to set it for the schemes of the web alone.",
            differences: [
                .init("what a synchronous request may not have", "no type", "throws InvalidAccessError", #""""#),
                .init("what a synchronous request may not have", "type before", "throws InvalidAccessError", "1"),
                .init("what a synchronous request may not have", "type", "throws InvalidAccessError", #""json""#),
            ]),
        Self(
            subject: "`Referer`",
            reason: "The engine tells it in no request for a scheme.",
            differences: [
                .init("who asks", "referer", #""referer: ORIGIN/""#, "null")
            ]),
    ]
}
