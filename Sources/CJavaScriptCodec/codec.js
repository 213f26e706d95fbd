// Writes and reads values as codec text. Sources/JavaScriptValues is the other half.
//
// This file is one expression. It is called once in a fresh context, before any script of the page, and uses nothing
// afterwards that a page can replace: every intrinsic is captured here, own objects have no prototype the page can
// reach, and strings and numbers are touched only through syntax (`+`, `===`, an index within bounds, `.length`).
//
// Grammar
//
//     text       = "undefined" | string | json | tagged | refusal
//     string     = "'" characters            a string that is the whole value, as it is: most messages are
//                                            texts, and long ones; it has no NUL and no lone surrogate
//     json       = JSON; the value is what JSON says
//     tagged     = "~" [ index *("," index) ] ":" value
//     value      = JSON, and wherever JSON allows a value also:
//                  "NaN" | "Infinity" | "-Infinity"
//                  "@" (number | "NaN")      a Date: milliseconds since 1970; NaN is an invalid one
//                  "#" index                 a reference to an array or object that began earlier
//     refusal    = "!" reason                written by `encode` alone: the value cannot cross, and why
//
// There is no white space. `index` counts the arrays and objects of a text in the order in which they begin, from 0.
// The list before ":" names those that references point at, so that a reader need remember only these. "-0" is the
// negative zero in both forms. No text holds a NUL or a lone surrogate (both are escaped): it is well-formed UTF-8.
// Only the first character decides the form, and no JSON begins with "'", "~" or "!": data cannot pose as a tag.
//
// What crosses, from the page to the host, is what Apple's WebKit lets cross. Not detectable here, and harmless:
// a Proxy whose target is not callable counts as the object or array its traps describe, and a built-in object
// whose prototype or `Symbol.toStringTag` the page has altered counts as the plain object it seems to be.
(function () {
    "use strict";

    const maximumDepth = 40000;
    const maximumArrayLength = 4194304;
    const maximumTextLength = 536870912;
    const maximumIndexedLength = 4194304;

    const bind = Function.prototype.bind;
    const call = Function.prototype.call;
    const uncurry = bind.bind(call);
    const getterOf = (object, name) => uncurry(Object.getOwnPropertyDescriptor(object, name).get);

    const { getPrototypeOf, setPrototypeOf, getOwnPropertyDescriptor, keys, freeze, hasOwn } = Object;
    const { isArray } = Array;
    const { parse, stringify } = JSON;
    const ObjectPrototype = Object.prototype;
    const ArrayPrototype = Array.prototype;
    const CapturedMap = Map;
    const CapturedDate = Date;
    const CapturedTypeError = TypeError;
    const tagSymbol = Symbol.toStringTag;
    const probeSymbol = Symbol("probe");
    const objectToString = uncurry(ObjectPrototype.toString);
    const functionToString = uncurry(Function.prototype.toString);
    const stringIndexOf = uncurry(String.prototype.indexOf);
    const stringSlice = uncurry(String.prototype.slice);
    const stringValueOf = uncurry(String.prototype.valueOf);
    const isWellFormed = uncurry(String.prototype.isWellFormed);
    const dateGetTime = uncurry(Date.prototype.getTime);
    const TypedArrayPrototype = getPrototypeOf(Uint8Array.prototype);
    const typedArrayTag = getterOf(TypedArrayPrototype, tagSymbol);
    const typedArrayLength = getterOf(TypedArrayPrototype, "length");

    // A map with these as its prototype finds its methods here and nowhere else, and the engine can still inline them.
    const mapMethods = freeze({ __proto__: null, get: Map.prototype.get, set: Map.prototype.set });
    const makeMap = () => setPrototypeOf(new CapturedMap(), mapMethods);

    // How an object crosses.
    const REFUSED = 0;
    const ABSENT = 1;
    const NULL = 2;
    const DATE = 3;
    const EMPTY = 4;
    const ARRAY = 5;
    const DICTIONARY = 6;
    const TYPED_ARRAY = 7;
    const STRING_OBJECT = 8;

    // Built-in classes, by their tag, that do not refuse to cross.
    const kindOfTag = freeze({
        __proto__: null,
        Map: DICTIONARY, Set: DICTIONARY, ArrayBuffer: EMPTY, DataView: EMPTY, BigInt: EMPTY,
        Blob: NULL, File: NULL, FileList: NULL, ImageData: NULL,
        DOMRect: ABSENT, DOMRectReadOnly: ABSENT, DOMMatrix: ABSENT, DOMMatrixReadOnly: ABSENT,
        DOMPoint: ABSENT, DOMPointReadOnly: ABSENT, DOMQuad: ABSENT, DOMException: ABSENT,
    });

    // Built-in classes without a tag, by what Object.prototype.toString says.
    const kindOfName = freeze({
        __proto__: null,
        "[object Error]": EMPTY, "[object RegExp]": EMPTY, "[object Boolean]": EMPTY, "[object Number]": EMPTY,
    });

    function isNativeFunction(value) {
        return typeof value === "function" && stringIndexOf(functionToString(value), "[native code]") >= 0;
    }

    // The tag that the engine gave to one of its own prototypes or namespaces; undefined for a tag a script made.
    function builtInTag(holder) {
        const tag = getOwnPropertyDescriptor(holder, tagSymbol);
        if (tag === undefined || tag.enumerable) return undefined;
        if (hasOwn(tag, "get")) return isNativeFunction(tag.get) ? "(accessor)" : undefined;
        if (tag.writable || typeof tag.value !== "string") return undefined;
        const maker = getOwnPropertyDescriptor(holder, "constructor");
        if (maker !== undefined && hasOwn(maker, "value")) {
            if (typeof maker.value === "function" && !isNativeFunction(maker.value)) return undefined;
        }
        return tag.value;
    }

    function isDate(object) {
        try {
            dateGetTime(object);
            return true;
        } catch {
            return false;
        }
    }

    function isStringObject(object) {
        try {
            stringValueOf(object);
            return true;
        } catch {
            return false;
        }
    }

    function kindOf(object) {
        if (isArray(object)) return ARRAY;
        const prototype = getPrototypeOf(object);
        if (prototype === null) {
            // A window or location of another origin throws for every property that it does not know.
            void object[probeSymbol];
            if (object === ObjectPrototype) return REFUSED;
        } else if (prototype !== ObjectPrototype && typedArrayTag(object) !== undefined) {
            return TYPED_ARRAY;
        }
        const name = objectToString(object);
        return name === "[object Object]" ? DICTIONARY : kindOfNamed(object, name);
    }

    function kindOfNamed(object, name) {
        if (isDate(object)) return DATE;
        let holder = object;
        for (let steps = 0; holder !== null; steps += 1) {
            if (steps === 1000) return REFUSED;
            const tag = builtInTag(holder);
            if (tag !== undefined) return kindOfTag[tag] ?? REFUSED;
            holder = getPrototypeOf(holder);
        }
        // Any tag left is one that a script made; what is left of the engine's own classes has none.
        if (object[tagSymbol] !== undefined) return DICTIONARY;
        if (name === "[object String]" && isStringObject(object)) return STRING_OBJECT;
        return kindOfName[name] ?? REFUSED;
    }

    function numberText(number) {
        return number === 0 && 1 / number < 0 ? "-0" : "" + number;
    }

    function encodeGraph(root) {
        const state = { __proto__: null, isTagged: false };
        const indices = makeMap();
        const keyTexts = makeMap();
        let text = "";
        let count = 0;
        let depth = 0;
        let references = "";
        const referenced = makeMap();
        // The innermost open container. An object literal defines its properties, so no setter of the page's can run.
        let frame = null;
        let value = root;
        let prefix = "";

        for (;;) {
            // What stands for `value`: text, or undefined if there is nothing to write (yet).
            let piece;
            let isAbsent = false;
            let opened = null;
            switch (typeof value) {
            case "string":
                piece = stringify(value);
                break;
            case "number":
                if (value - value === 0) {
                    piece = numberText(value);
                } else {
                    piece = "" + value;
                    state.isTagged = true;
                }
                break;
            case "boolean":
                piece = value ? "true" : "false";
                break;
            case "bigint":
                isAbsent = true;
                break;
            case "undefined":
                // document.all says that it is undefined.
                if (value !== undefined) return refusal("a DOM collection");
                isAbsent = true;
                break;
            case "object": {
                if (value === null) {
                    piece = "null";
                    break;
                }
                const known = indices.get(value);
                if (known !== undefined) {
                    piece = "#" + known;
                    state.isTagged = true;
                    if (referenced.get(known) === undefined) {
                        referenced.set(known, true);
                        references += references === "" ? "" + known : "," + known;
                    }
                    break;
                }
                const kind = kindOf(value);
                if (kind === DICTIONARY) {
                    const names = keys(value);
                    opened = { source: value, names, index: 0, length: names.length, isEmpty: true, parent: frame };
                } else if (kind === ARRAY) {
                    const length = value.length;
                    if (typeof length !== "number" || length > maximumArrayLength) {
                        return refusal("an array longer than " + maximumArrayLength);
                    }
                    opened = { source: value, names: null, index: 0, length, isEmpty: true, parent: frame };
                } else if (kind === DATE) {
                    piece = "@" + numberText(dateGetTime(value));
                    state.isTagged = true;
                } else if (kind === EMPTY) {
                    indices.set(value, count);
                    count += 1;
                    piece = "{}";
                } else if (kind === NULL) {
                    piece = "null";
                } else if (kind === ABSENT) {
                    isAbsent = true;
                } else if (kind === TYPED_ARRAY || kind === STRING_OBJECT) {
                    indices.set(value, count);
                    count += 1;
                    piece = indexedText(value, kind, state);
                    if (piece === null) return refusal("more than " + maximumIndexedLength + " elements");
                } else {
                    return refusal("an object of a kind that cannot cross");
                }
                break;
            }
            case "function":
                return refusal("a function");
            default:
                return refusal("a symbol");
            }

            if (opened !== null) {
                depth += 1;
                if (depth > maximumDepth) return refusal("nesting deeper than " + maximumDepth);
                indices.set(value, count);
                count += 1;
                text += opened.names === null ? prefix + "[" : prefix + "{";
                frame = opened;
            } else if (frame === null) {
                text = isAbsent ? "undefined" : piece;
            } else if (frame.names === null) {
                text += isAbsent ? prefix + "null" : prefix + piece;
            } else if (!isAbsent) {
                text += prefix + piece;
                frame.isEmpty = false;
            }

            // Closes what is complete, then fetches the next value and what stands before it.
            for (;;) {
                if (frame === null) {
                    return state.isTagged ? "~" + references + ":" + text : text;
                }
                if (frame.index < frame.length) break;
                text += frame.names === null ? "]" : "}";
                frame = frame.parent;
                depth -= 1;
                if (frame !== null && frame.names !== null) frame.isEmpty = false;
                if (text.length > maximumTextLength) return refusal("a text that is too long");
            }
            const index = frame.index;
            frame.index = index + 1;
            if (frame.names === null) {
                prefix = index === 0 ? "" : ",";
                value = frame.source[index];
            } else {
                const key = frame.names[index];
                let keyText = keyTexts.get(key);
                if (keyText === undefined) {
                    keyText = stringify(key) + ":";
                    keyTexts.set(key, keyText);
                }
                prefix = frame.isEmpty ? keyText : "," + keyText;
                value = frame.source[key];
            }
        }
    }

    // The text of a typed array, or of a boxed string: an object of index and element.
    function indexedText(object, kind, state) {
        const source = kind === TYPED_ARRAY ? object : stringValueOf(object);
        const length = kind === TYPED_ARRAY ? typedArrayLength(object) : source.length;
        // Refused at once where the text would grow too long: writing it takes minutes.
        if (length > maximumIndexedLength) return null;
        let text = "{";
        for (let index = 0; index < length; index += 1) {
            const element = source[index];
            if (typeof element === "bigint") continue;
            if (index > 0) text += ",";
            text += '"' + index + '":';
            if (typeof element === "string") {
                text += stringify(element);
            } else {
                if (element - element !== 0) state.isTagged = true;
                text += numberText(element);
            }
        }
        return text + "}";
    }

    function refusal(reason) {
        return "!" + reason;
    }

    function encode(value) {
        try {
            if (typeof value === "string" && stringIndexOf(value, "\0") < 0 && isWellFormed(value)) return "'" + value;
            return encodeGraph(value);
        } catch {
            return "!an exception was thrown while the value was read";
        }
    }

    // Decoding

    function malformed(position) {
        return new CapturedTypeError("Malformed codec text at " + position);
    }

    // The position after the number that begins at `start`.
    function endOfNumber(text, start) {
        let end = start;
        while (end < text.length) {
            const unit = text[end];
            const isDigit = unit >= "0" && unit <= "9";
            const isSign = unit === "-" || unit === "+";
            if (!isDigit && !isSign && unit !== "." && unit !== "e" && unit !== "E") break;
            end += 1;
        }
        return end;
    }

    // The position after the string that begins at `start`.
    function endOfString(text, start) {
        for (let end = start + 1; ; ) {
            end = stringIndexOf(text, '"', end);
            if (end < 0) throw malformed(start);
            let first = end;
            while (text[first - 1] === "\\") first -= 1;
            end += 1;
            if ((end - first) % 2 === 1) return end;
        }
    }

    function stringValue(text, start, end) {
        const inside = stringSlice(text, start + 1, end - 1);
        return stringIndexOf(inside, "\\") < 0 ? inside : parse(stringSlice(text, start, end));
    }

    function startsWith(text, word, position) {
        return stringSlice(text, position, position + word.length) === word;
    }

    function decodeTagged(text) {
        const length = text.length;
        const containers = makeMap();
        let position = stringIndexOf(text, ":") + 1;
        const hasReferences = position > 2;
        let count = 0;
        let frame = null;
        if (position === 0) throw malformed(0);

        for (;;) {
            // Before a value: in an object its key, in either the end.
            let value;
            let isClosed = false;
            if (position >= length) throw malformed(position);
            if (frame !== null) {
                const closing = frame.isArray ? "]" : "}";
                if (text[position] === closing) {
                    position += 1;
                    value = setPrototypeOf(frame.object, frame.isArray ? ArrayPrototype : ObjectPrototype);
                    frame = frame.parent;
                    isClosed = true;
                } else {
                    if (frame.count > 0) {
                        if (text[position] !== ",") throw malformed(position);
                        position += 1;
                    }
                    if (!frame.isArray) {
                        if (text[position] !== '"') throw malformed(position);
                        const end = endOfString(text, position);
                        frame.key = stringValue(text, position, end);
                        position = end;
                        if (position >= length || text[position] !== ":") throw malformed(position);
                        position += 1;
                    }
                    if (position >= length) throw malformed(position);
                }
            }

            if (!isClosed) {
                const unit = text[position];
                if (unit === "[" || unit === "{") {
                    const isArray = unit === "[";
                    // Without a prototype until it is complete: then no assignment can run a setter of the page's, and
                    // "__proto__" is a key like any other.
                    const object = isArray ? setPrototypeOf([], null) : { __proto__: null };
                    frame = { object, isArray, key: "", count: 0, parent: frame };
                    if (hasReferences) containers.set(count, object);
                    count += 1;
                    position += 1;
                    continue;
                }
                if (unit === '"') {
                    const end = endOfString(text, position);
                    value = stringValue(text, position, end);
                    position = end;
                } else if (unit === "@") {
                    if (startsWith(text, "NaN", position + 1)) {
                        value = new CapturedDate(NaN);
                        position += 4;
                    } else {
                        const end = endOfNumber(text, position + 1);
                        value = new CapturedDate(+parse(stringSlice(text, position + 1, end)));
                        position = end;
                    }
                } else if (unit === "#") {
                    const end = endOfNumber(text, position + 1);
                    value = containers.get(+stringSlice(text, position + 1, end));
                    if (value === undefined) throw malformed(position);
                    position = end;
                } else if (unit === "t" && startsWith(text, "true", position)) {
                    value = true;
                    position += 4;
                } else if (unit === "f" && startsWith(text, "false", position)) {
                    value = false;
                    position += 5;
                } else if (unit === "n" && startsWith(text, "null", position)) {
                    value = null;
                    position += 4;
                } else if (unit === "N" && startsWith(text, "NaN", position)) {
                    value = NaN;
                    position += 3;
                } else if (unit === "I" && startsWith(text, "Infinity", position)) {
                    value = Infinity;
                    position += 8;
                } else if (unit === "-" && startsWith(text, "-Infinity", position)) {
                    value = -Infinity;
                    position += 9;
                } else {
                    const end = endOfNumber(text, position);
                    if (end === position) throw malformed(position);
                    value = parse(stringSlice(text, position, end));
                    position = end;
                }
            }

            if (frame === null) {
                if (position !== length) throw malformed(position);
                return value;
            }
            frame.object[frame.isArray ? frame.count : frame.key] = value;
            frame.count += 1;
        }
    }

    function decode(text) {
        if (typeof text !== "string" || text.length === 0) throw malformed(0);
        if (text === "undefined") return undefined;
        const first = text[0];
        if (first === "'") return stringSlice(text, 1);
        return first === "~" ? decodeTagged(text) : parse(text);
    }

    return freeze({ __proto__: null, encode: freeze(encode), decode: freeze(decode) });
})
