/// Streams of the page that the app has opened.
extension BridgedDocument {
    /// Opens a stream of the page.
    ///
    /// - Parameter arguments: The text of an array.
    /// - Returns: Its number, and the way to this document.
    func open(
        _ function: PageFunction, _ arguments: WireWriter, _ inbox: any StreamInbox
    ) throws(BridgeError) -> (link: DocumentLink, id: Int) {
        guard let id = table.number() else { throw .pageGone(endReason) }
        inbox.begin(limits)
        streams.inboxes[id] = (inbox, function.name)
        send { writer in
            writer.append(raw: arguments.hasTags ? "[\"S\"," : "[\"s\",")
            writer.append(integer: id)
            writer.append(raw: ",")
            function.write(into: &writer)
            writer.append(raw: ",")
            writer.append(arguments)
            writer.append(raw: "]")
        }
        return (link, id)
    }

    /// Tells the page that items were taken.
    func grant(_ id: Int, _ count: Int) {
        guard streams.inboxes[id] != nil else { return }
        send { writer in
            writer.append(raw: "[\"k\",")
            writer.append(integer: id)
            writer.append(raw: ",")
            writer.append(integer: count)
            writer.append(raw: "]")
        }
    }

    /// Tells the page that nobody reads on, unless the stream has ended.
    func leave(_ id: Int) {
        if streams.inboxes.removeValue(forKey: id) != nil { abort(stream: id) }
    }

    func abort(stream id: Int) {
        send {
            $0.append(raw: "[\"x\","); $0.append(integer: id); $0.append(raw: "]")
        }
    }

    /// An item: `["i", id, value]`.
    func take(item parts: [WireNode]) {
        guard let id = parts[1].integer else { return malformed("an item of another shape") }
        guard let inbox = streams.inboxes[id]?.inbox else { return ignore(id) }
        switch inbox.receive(parts.count == 3 ? parts[2] : nil) {
        case .taken: break
        case .breach:
            malformed("more items of a stream, or longer ones, than were asked for")
            leave(id)
        case .unreadable, .ignored: leave(id)
        }
    }

    /// The end: `["d", id]`.
    func take(end node: WireNode) {
        guard let id = node.integer else { return malformed("the end of a stream of another shape") }
        guard let (inbox, _) = streams.inboxes.removeValue(forKey: id) else { return ignore(id) }
        inbox.end(nil)
    }

    /// Ends a stream of which the page told an error, or that it answered as if it were a call.
    ///
    /// - Returns: False if there is none of that number.
    func end(stream id: Int, _ answer: PageAnswer) -> Bool {
        guard let (inbox, name) = streams.inboxes.removeValue(forKey: id) else { return false }
        do throws(BridgeError) {
            _ = try answer.value(of: name)
            inbox.end(.badResult(path: "result", expected: "a stream", found: "another value"))
        } catch {
            inbox.end(error)
        }
        return true
    }

    /// Ends a stream for a reason of the app's, and tells the page.
    func end(stream id: Int, _ error: BridgeError) {
        streams.inboxes[id]?.inbox.end(error)
        leave(id)
    }

    /// What comes for a stream that has ended means nothing.
    private func ignore(_ id: Int) {
        if !table.hasNumbered(id) { malformed("an item of a stream that was not opened") }
    }
}
