import GawaWebKit

/// Reads what comes over a lane, on the lane's thread.
///
/// Synchronous functions run here. All other items go to the main actor, as they are: they were read once.
final class LaneReader: @unchecked Sendable {
    private let caller: Caller
    private let link: DocumentLink
    private let functions: FunctionTable
    private let limits: BridgeLimits
    private let rate: SharedCallRate?
    private let calls: SynchronousCalls
    private let inbox: LaneInbox
    private let hasSynchronousFunctions: Bool
    // Sound: only the lane's thread calls what reads and writes these.
    private var token: String?
    private var lastFunction: BoundFunction?
    private var lastCall = 0

    init(
        caller: Caller, link: DocumentLink, functions: FunctionTable, limits: BridgeLimits, rate: SharedCallRate?,
        calls: SynchronousCalls, inbox: LaneInbox
    ) {
        self.caller = caller
        self.link = link
        self.functions = functions
        self.limits = limits
        self.rate = rate
        self.calls = calls
        self.inbox = inbox
        hasSynchronousFunctions = !functions.synchronous.isEmpty
    }

    /// How long the lane's texts may be.
    ///
    /// The page counts units, of which each takes three bytes at most: what it thinks short enough is read, and then
    /// judged. No text is read of which the place of a byte does not fit into 32 bits.
    static func maximumByteCount(_ limits: BridgeLimits) -> Int {
        let most = Int(UInt32.max) - 1
        return limits.messageByteCount > most / 4 ? most : limits.messageByteCount * 3 + 65_536
    }

    func receive(_ message: Lane.Message) {
        guard !calls.hasEnded else { return }
        do {
            let text = try WireText(
                terminated: message.text, attachments: message.attachments, maximumDepth: limits.messageDepth)
            var items = text.root.elements
            try checkToken(items.next(), first: items)
            let byteCount = message.attachments.reduce(0) { $0 + $1.count }
            if max(message.text.count - 1, byteCount) > limits.messageByteCount {
                refuse(items, message.kind)
            } else if message.kind == .question {
                answer(items)
            } else {
                // The values of a text take about as much as four times the text.
                take(items, byteCount: message.text.count * 5 + byteCount)
            }
        } catch {
            // The error may name a path of the page's own words.
            let reason = BridgeDiagnostic.shown("\(error)")
            inbox.put(.malformed(reason), byteCount: reason.utf8.count)
            if message.kind == .question { calls.answer(0, .dropped(reason), for: .answer) }
        }
    }

    private func checkToken(_ node: WireNode?, first items: WireElements) throws(LaneReaderError) {
        guard let node else { throw .noToken }
        if let token {
            guard node.isString(token) else { throw .otherToken }
            return
        }
        guard let token = node.token else { throw .noToken }
        var items = items
        guard let version = items.next()?.greetedVersion else { throw .noGreeting }
        guard version == RuntimeScript.version else { throw .otherVersion }
        self.token = token
        calls.open(token)
        inbox.put(.greeting(token))
    }

    // MARK: Messages

    private func take(_ items: WireElements, byteCount: Int) {
        guard hasSynchronousFunctions else { return inbox.put(.items(items), byteCount: byteCount) }
        var own: [SynchronousCalls.Call] = []
        var others: [WireNode] = []
        for item in items {
            switch kind(of: item) {
            case .call(let call): own.append(call)
            case .repetition: break
            case .other: others.append(item)
            }
        }
        // First, so that they do not wait for the functions.
        if !others.isEmpty { inbox.put(own.isEmpty ? .items(items) : .chosen(others), byteCount: byteCount) }
        if !own.isEmpty { calls.run(own, for: .message, caller) }
    }

    private func answer(_ items: WireElements) {
        var items = items
        let item = items.next()
        if items.underestimatedCount == 0, let item, case .call(let call) = kind(of: item) {
            calls.run([call], for: .answer, caller)
        } else {
            var parts = item?.elements
            _ = parts?.next()
            calls.answer(parts?.next()?.integer ?? 0, .noSynchronousFunction, for: .answer)
        }
    }

    private enum ItemKind {
        /// Calls a synchronous function.
        case call(SynchronousCalls.Call)
        /// Calls one with a number that was used before.
        case repetition
        case other
    }

    private func kind(of item: WireNode) -> ItemKind {
        guard 5...6 ~= item.count else { return .other }
        var parts = item.elements
        guard let letter = parts.next(), letter.isString("c") || letter.isString("C"),
            let id = parts.next()?.integer, id > 0, let namespace = parts.next(), let name = parts.next()
        else { return .other }
        let isRepetition = id <= lastCall
        lastCall = max(lastCall, id)
        guard let function = find(namespace, name), case .synchronous(let body) = function.body,
            let arguments = parts.next(), arguments.kind == .array
        else { return .other }
        if isRepetition { return .repetition }
        return .call(
            SynchronousCalls.Call(
                id: id, limit: function.limit(limits), arguments: CallArguments(arguments, link), body: body,
                refusal: refusal(of: function)))
    }

    private func refusal(of function: BoundFunction) -> ErrorPayload? {
        if calls.waitingCount >= limits.pendingCallCount { return .tooMany(waitingCalls: limits) }
        if rate?.take() == false { return .tooMany(callsPerSecond: limits) }
        do {
            try function.checkPolicy(of: caller.origin, isMainFrame: caller.isMainFrame)
            return nil
        } catch {
            return error
        }
    }

    private func find(_ namespace: WireNode, _ name: WireNode) -> BoundFunction? {
        // Where calls are many, most are of one function.
        if let lastFunction, name.isString(lastFunction.name), namespace.isString(lastFunction.namespace) {
            return lastFunction
        }
        guard let namespace = namespace.string, let name = name.string else { return nil }
        lastFunction = functions[namespace, name]
        return lastFunction
    }

    // MARK: Messages that are too long

    /// Ends the calls of a message that is too long, and those that it answers, and does nothing else of it.
    private func refuse(_ items: WireElements, _ kind: Lane.Kind) {
        let sentence = "it is longer than \(limits.messageByteCount) bytes"
        inbox.put(.malformed(sentence))
        for item in items {
            var parts = item.elements
            guard let letter = parts.next()?.string?.lowercased(), let id = parts.next()?.integer else { continue }
            switch letter {
            case "c", "s": calls.answer(id, .dropped(sentence), for: kind == .question ? .answer : .message)
            case "r", "e", "i": inbox.put(.longAnswer(id))
            default: break
            }
        }
    }
}

/// Why a message is not taken.
enum LaneReaderError: Error, CustomStringConvertible {
    case noToken, otherToken, noGreeting, otherVersion

    var description: String {
        switch self {
        case .noToken: "it does not begin with a token"
        case .otherToken: "its token is not that of its lane"
        case .noGreeting: "its lane does not begin with a greeting"
        case .otherVersion: "its greeting is of another version"
        }
    }
}
