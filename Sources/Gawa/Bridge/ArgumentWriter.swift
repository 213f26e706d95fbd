/// Writes the arguments of a call into the page.
enum ArgumentWriter {
    static func write<each Argument: Encodable>(_ arguments: repeat each Argument) throws(BridgeError) -> WireWriter {
        var list = WireWriter()
        list.append(raw: "[")
        var index = 0
        for argument in repeat each arguments {
            if index > 0 { list.append(raw: ",") }
            do {
                if try !WireEncoder.encode(argument, into: &list, maximumDepth: BridgeLimits.greatestDepth) {
                    list.append(raw: "{\"$\":\"u\"}")
                    list.hasTags = true
                }
            } catch {
                throw .badArgument("arguments[\(index)] cannot be sent: \(error)")
            }
            index += 1
        }
        list.append(raw: "]")
        return list
    }
}
