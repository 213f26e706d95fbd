internal import CSoup
internal import Foundation
internal import GLib

extension TestServer {
    /// One request on its way to its answer.
    @MainActor
    final class Exchange {
        init(_ message: OpaquePointer) {
            self.message = Retained(retaining: message)
        }

        /// Runs the handler and sends what it returns.
        ///
        /// While the handler runs, nothing reads from the connection, so a client that goes away goes unnoticed.
        func begin(
            answeringWith handler: @escaping @MainActor () async -> Response,
            completion: @escaping @MainActor () -> Void
        ) {
            // A paused message waits for its answer without blocking the loop.
            soup_server_message_pause(message.pointer)
            self.completion = completion
            finished = connect(message, "finished") { [weak self] _ in
                self?.messageFinished()
                return .none
            }
            task = Task {
                let response = await handler()
                guard !Task.isCancelled else { return }
                await self.send(response)
            }
        }

        func cancel() {
            task?.cancel()
        }

        // MARK: Private

        private let message: Retained
        private var task: Task<Void, Never>?
        private var finished: SignalConnection?
        private var completion: (@MainActor () -> Void)?

        private func messageFinished() {
            task?.cancel()
            completion?()
            completion = nil
        }

        private func send(_ response: Response) async {
            soup_server_message_set_status(message.pointer, guint(response.status), nil)
            let headers = soup_server_message_get_response_headers(message.pointer)
            for (name, value) in response.headers {
                soup_message_headers_append(headers, name, value)
            }
            let body = soup_server_message_get_response_body(message.pointer)
            switch response.body {
            case .data(let data):
                append(data, to: body)
                soup_server_message_unpause(message.pointer)
            case .stream(let pieces):
                if soup_message_headers_get_one(headers, "Content-Length") == nil {
                    soup_message_headers_set_encoding(headers, SOUP_ENCODING_CHUNKED)
                }
                // Pieces that were sent need not be kept.
                soup_message_body_set_accumulate(body, 0)
                for await piece in pieces {
                    append(piece, to: body)
                    soup_server_message_unpause(message.pointer)
                }
                soup_message_body_complete(body)
                soup_server_message_unpause(message.pointer)
            }
        }

        private func append(_ data: Data, to body: UnsafeMutablePointer<SoupMessageBody>?) {
            data.withUnsafeBytes { soup_message_body_append(body, SOUP_MEMORY_COPY, $0.baseAddress, gsize($0.count)) }
        }
    }
}
