extension BridgePage {
    // MARK: Streams

    /// Reads what a function of the page gives one by one: an async iterator, an iterable, an async iterable or a
    /// ReadableStream, or a promise of one.
    ///
    /// The function is called when the first item is asked for, with the arguments as they are now, and anew by each
    /// iteration. See ``PageStream`` for what ends it.
    ///
    /// - Parameters:
    ///   - name: A function that the page has exposed by this name, or else a path from the global object.
    ///   - arguments: Data for the function.
    ///   - type: What each item is read as.
    ///   - timeout: How long to wait for a document, if there is none yet. Once it is open, a stream may take its time.
    public func stream<each Argument: Encodable, Element: Decodable & Sendable>(
        _ name: String, _ arguments: repeat each Argument, of type: Element.Type = Element.self,
        timeout: Duration = .seconds(30)
    ) -> PageStream<Element> {
        let list: Result<WireWriter, BridgeError>
        do throws(BridgeError) {
            list = .success(try ArgumentWriter.write(repeat each arguments))
        } catch {
            list = .failure(error)
        }
        return PageStream(.function(self, name: name, arguments: list, timeout: timeout))
    }

    // MARK: Events

    /// Hears the CustomEvents that the page dispatches to an object of the bridge, from now on.
    ///
    /// The page says `calendars.dispatchEvent(new CustomEvent("picked", { detail: { id: "42" } }))`, and this hears it by
    /// the name `calendars.picked`. Of a view's page it hears the main frame's documents, across loads; of
    /// ``Caller/page`` that one document.
    ///
    /// The sequence ends when the bridge is closed, the view has gone, or, of one document, when that is hidden or goes.
    ///
    /// - Parameters:
    ///   - name: The object's name, a dot, and the event's.
    ///   - type: What each event's `detail` is read as. One that is something else is left out, and told to
    ///     ``Bridge/onDiagnostic``.
    ///   - bufferSize: How many events that nobody has taken are kept at most, the newest; what is dropped is told, too.
    public func events<Value: Decodable & Sendable>(
        _ name: String, of type: Value.Type = Value.self, bufferSize: Int = 256
    ) -> PageEvents<Value> {
        let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        precondition(parts.count == 2, "'\(name)' names no event: write the object's name, a dot, and the event's")
        let event = PageEventList.Event(namespace: String(parts[0]), name: String(parts[1]))
        let diagnose = diagnose
        let listener = PageEventListener<Value>(name: event.path, bufferSize: bufferSize, diagnose: diagnose)
        guard let list = listeners else {
            listener.end()
            return PageEvents(listener: listener)
        }
        let count = list.add(listener, to: event)
        #if DEBUG
        // An app that forgets those it had is found while it is developed.
        if count == PageEventList.suspiciousCount + 1 { diagnose(.manyListeners(event: event.path, count: count)) }
        #endif
        return PageEvents(listener: listener)
    }

    /// Nil where no event comes any more.
    private var listeners: PageEventList? {
        switch target {
        case .view(let bridge, let view):
            guard let webView = view.webView, !bridge.isClosed else { return nil }
            return bridge.documents.makeListeners(of: webView)
        case .place(let place):
            guard let document = place.document, !document.areEventsOver else { return nil }
            return document.streams.listeners
        }
    }

    private var diagnose: @MainActor (BridgeDiagnostic) -> Void {
        switch target {
        case .view(let bridge, _): { [weak bridge] in bridge?.diagnose($0) }
        case .place(let place): { [diagnose = place.document?.diagnose] in diagnose?($0) }
        }
    }
}

extension BridgedDocument {
    /// Whether the document is hidden or has gone.
    fileprivate var areEventsOver: Bool { (try? link.document()) == nil }
}
