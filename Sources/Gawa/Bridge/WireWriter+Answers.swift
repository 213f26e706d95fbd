/// The answers to the page's calls, as items of a batch.
extension WireWriter {
    mutating func append(_ outcome: Result<EncodedResult, ErrorPayload>, for id: Int) {
        switch outcome {
        case .success(let result): append(result, for: id)
        case .failure(let error): append(error, for: id)
        }
    }

    mutating func append(_ result: EncodedResult, for id: Int) {
        append(raw: result.value?.hasTags == true ? "[\"R\"," : "[\"r\",")
        append(integer: id)
        if let value = result.value {
            append(raw: ",")
            append(value)
        }
        append(raw: "]")
    }

    mutating func append(_ error: ErrorPayload, for id: Int) {
        var payload = WireWriter()
        error.write(into: &payload, maximumDepth: BridgeLimits.greatestDepth)
        append(raw: payload.hasTags ? "[\"E\"," : "[\"e\",")
        append(integer: id)
        append(raw: ",")
        append(payload)
        append(raw: "]")
    }
}
