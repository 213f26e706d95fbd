internal import GawaWebKit

extension NativeRoutes {
    /// What is done for a request, decided before anyone answers it.
    enum Plan {
        case answer(RouteResponse)
        case run(RouteRun)
    }

    /// Decides, first of all by the policy.
    ///
    /// - Parameter count: How many requests of the view are at work.
    func plan(
        _ request: URLRequest, _ url: URL, _ method: String, _ headers: RouteHeaders, _ asker: RouteAsker,
        _ access: RouteAccess, count: Int
    ) -> Plan {
        guard access != .refused else { return refuse(asker, url) }
        guard !isClosed else { return .answer(.error(.serviceUnavailable, "The app has closed its routes")) }
        do throws(RouteError) {
            let address = try RouteAddress(engineURL: url)
            let path = try RoutePath(encoded: address.encodedPath)
            if method == "OPTIONS", case .full = access { return .answer(directory.options(of: path, headers)) }
            switch directory.find(method, path, for: access) {
            case .answer(let response):
                return response.status == .forbidden ? refuse(asker, url) : .answer(response)
            case .worker(let worker):
                guard count < limits.requestCount else {
                    return .answer(.error(.serviceUnavailable, "The page has too many requests open"))
                }
                let body = request.httpBody ?? Data()
                guard body.count <= limits.bodyByteCount else {
                    throw RouteError.bodyTooLong(limit: limits.bodyByteCount)
                }
                let routeRequest = RouteRequest(
                    method: method, url: address.url, path: path.text, headers: headers.withoutMarks, body: body,
                    origin: asker.origin, isSynchronous: headers.has(.synchronous))
                return .run(
                    RouteRun(
                        request: routeRequest,
                        // Apple's engine gives bodies that are not text or bytes alone so.
                        bodyStream: request.httpBody == nil ? request.httpBodyStream.map(RouteBodyStream.init) : nil,
                        bodyLimit: limits.bodyByteCount, address: address, access: access, worker: worker,
                        directory: directory,
                        report: { [weak self] in await self?.diagnose($0) }))
            }
        } catch {
            return .answer(.error(error))
        }
    }

    private func refuse(_ asker: RouteAsker, _ url: URL) -> Plan {
        diagnose(
            .refused(
                origin: BridgeDiagnostic.shown("\(asker)"), url: BridgeDiagnostic.shown(url.absoluteString)))
        return .answer(.refusal)
    }
}
