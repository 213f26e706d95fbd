import GawaWebKit

/// The console of web pages: all that they log, the errors that nobody caught, and what they could not load.
///
/// ```swift
/// let console = PageConsole()
/// console.install(in: configuration)
/// for await entry in console.entries { logger.log(entry.text) }
/// ```
///
/// Keep it as long as its entries matter: neither the controller nor ``entries`` keeps it. The page's own console works
/// as before; only the place that the engine's inspector shows is that of the script in between.
@MainActor
public final class PageConsole {
    /// The bounds of what is taken and kept.
    public let limits: ConsoleLimits

    /// Whether only main frames are listened to. Otherwise ``ConsoleEntry/frame`` says which frame spoke.
    public let isForMainFrameOnly: Bool

    /// What has come so far, and what was lost.
    public private(set) var statistics = ConsoleStatistics()

    /// The entries that are kept, then new ones; for any number of consumers.
    public nonisolated var entries: ConsoleEntries { ConsoleEntries(buffer: buffer) }

    /// Writes a line; tests put their own here.
    package var writeLine: ((String) -> Void)?

    let receiver = ConsoleReceiver()
    let script: WKUserScript
    let handlerName: String
    var controllers: [WeakController] = []

    private nonisolated let buffer: ConsoleBuffer
    private let reader: ConsoleMessageReader
    private var allowance = ConsoleAllowance(at: .now)
    private var refusedCount = 0
    private var refusal: Task<Void, Never>?
    private var isClosed = false

    // How long a flood is counted before it is told of.
    private static let refusalDelay = Duration.seconds(1)
    private static var lastNumber = 0

    /// Makes a console that listens to nothing yet.
    ///
    /// - Parameters:
    ///   - limits: The bounds of what is taken and kept.
    ///   - standardError: Whether each entry is also written to standard error, in one line of at most about 2,500
    ///     characters.
    ///   - isForMainFrameOnly: Whether sub-frames are left out.
    public init(
        limits: ConsoleLimits = ConsoleLimits(), standardError: Bool = true, isForMainFrameOnly: Bool = false
    ) {
        self.limits = limits
        self.isForMainFrameOnly = isForMainFrameOnly
        buffer = ConsoleBuffer(
            maximumCount: limits.maximumBufferedEntryCount, maximumByteCount: limits.maximumBufferedByteCount)
        reader = ConsoleMessageReader(limits: limits)
        // Two consoles may listen to one page, each through its own handler.
        Self.lastNumber += 1
        handlerName = "gawaConsole\(Self.lastNumber)"
        let text = String(decoding: PackageResources.console_js, as: UTF8.self)
        script = WKUserScript(
            source: "\(text)([\"\(handlerName)\",\(limits.scriptElements)])", injectionTime: .atDocumentStart,
            forMainFrameOnly: isForMainFrameOnly)
        if standardError { writeLine = StandardError.write }
        receiver.console = self
    }

    deinit {
        refusal?.cancel()
        buffer.close()
    }

    /// Ends ``entries`` once consumers have read what is kept, and takes nothing more. Doing so again changes nothing.
    public func close() {
        tellRefusals()
        isClosed = true
        refusal?.cancel()
        buffer.close()
        for controller in controllers.compactMap(\.controller) { remove(from: controller) }
    }

    // MARK: Receiving

    /// Takes a message of a page; anything may be in it.
    func receive(_ body: Any, from frame: WKFrameInfo) {
        // Every frame sees the handler, whether the script runs there or not.
        guard !isClosed, frame.isMainFrame || !isForMainFrameOnly else { return }
        guard let text = body as? String else {
            statistics.malformedCount += 1
            return
        }
        let byteCount = text.utf8.count
        guard byteCount > limits.maximumMessageByteCount || allowance.admits(byteCount: byteCount, at: .now) else {
            refuse(from: frame)
            return
        }
        let batch = reader.batch(text, from: ConsoleFrame(frame), at: Date())
        statistics.malformedCount += batch.malformedCount
        let share = byteCount / max(batch.entries.count, 1)
        for entry in batch.entries { record(entry, byteCount: share) }
    }

    private func record(_ entry: ConsoleEntry, byteCount: Int) {
        if case .dropped(let count) = entry.kind {
            statistics.droppedByPagesCount = statistics.droppedByPagesCount.addingReportingOverflow(count).partialValue
        }
        let (entry, overwrittenCount) = buffer.add(entry, byteCount: byteCount)
        statistics.entryCount += 1
        statistics.overwrittenCount += overwrittenCount
        writeLine?(ConsoleLine(entry: entry).text)
    }

    // MARK: Floods

    private var refusedFrame: ConsoleFrame?

    private func refuse(from frame: WKFrameInfo) {
        statistics.refusedMessageCount += 1
        refusedCount += 1
        guard refusal == nil else { return }
        refusedFrame = ConsoleFrame(frame)
        refusal = Task { [weak self] in
            // Cancelled when the console is closed, which tells by itself.
            guard (try? await Task.sleep(for: Self.refusalDelay)) != nil else { return }
            self?.tellRefusals()
        }
    }

    private func tellRefusals() {
        refusal = nil
        guard refusedCount > 0, let frame = refusedFrame else { return }
        let kind = ConsoleEntry.Kind.dropped(count: refusedCount)
        refusedCount = 0
        record(
            ConsoleEntry(
                kind: kind, level: .warn,
                text: ConsoleText(kind: kind, level: .warn, arguments: [], message: "", stack: nil).text,
                arguments: [], groupDepth: 0, location: nil, stack: nil, frame: frame, date: Date()), byteCount: 100)
    }
}
