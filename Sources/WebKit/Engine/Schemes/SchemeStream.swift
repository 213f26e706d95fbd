internal import CURLSchemeStream
internal import GLib

/// The stream that the engine reads an answer from.
@MainActor
enum SchemeStream {
    static func make(for answer: SchemeAnswer) -> Retained {
        var functions = GawaSchemeStreamOwner(
            read: { data, buffer, count, error in
                guard let data else { return 0 }
                let buffer = UnsafeMutableRawBufferPointer(start: buffer, count: Int(count))
                nonisolated(unsafe) let call = (data, buffer, error)
                // The stream asks from the main loop.
                return MainActor.assumeIsolated { SchemeStream.read(call.0, call.1, call.2) }
            },
            cancelled: { data in
                guard let data else { return }
                nonisolated(unsafe) let box = UnsafeRawPointer(data)
                // The engine cancels on the main thread.
                MainActor.assumeIsolated {
                    Unmanaged<WeakAnswer>.fromOpaque(box).takeUnretainedValue().answer?.stop()
                }
            },
            release: { $0.map { Unmanaged<WeakAnswer>.fromOpaque($0).release() } })
        // The stream holds the answer weakly, or both would live on when the engine loses the request.
        let box = Unmanaged.passRetained(WeakAnswer(answer: answer)).toOpaque()
        return Retained(taking: OpaquePointer(gawa_scheme_stream_new(&functions, box)))
    }

    private static func read(
        _ data: UnsafeMutableRawPointer, _ buffer: UnsafeMutableRawBufferPointer,
        _ error: UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?
    ) -> gssize {
        let answer = Unmanaged<WeakAnswer>.fromOpaque(data).takeUnretainedValue().answer
        switch answer?.read(into: buffer) ?? .failure(URLError(.cancelled)) {
        case .bytes(let count): return gssize(count)
        case .pending: return gssize(GAWA_SCHEME_STREAM_PENDING)
        case .end: return 0
        case .failure(let failure):
            error?.pointee = engineError(failure)
            return -1
        }
    }

    /// The engine keeps the domain, the code and the message, and gives them back for the page of a main frame.
    private static func engineError(_ error: any Error) -> UnsafeMutablePointer<GError>? {
        let error = error as NSError
        return g_error_new_literal(
            g_quark_from_string(error.domain), gint(clamping: error.code), error.localizedDescription)
    }
}

private final class WeakAnswer {
    weak var answer: SchemeAnswer?

    init(answer: SchemeAnswer) {
        self.answer = answer
    }
}
