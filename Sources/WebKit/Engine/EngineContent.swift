internal import CWebKitGTK
internal import GLib

/// The engine's half of a `WKUserContentController`: its context, its scripts and the state of the web-process module.
///
/// See `Documentation/Design/web-process-module.md` for why each controller has a context of its own.
@MainActor
final class EngineContent {
    let context: Retained
    let manager: Retained

    /// The custom schemes that the context has handlers for.
    var registeredSchemes: Set<String> = []

    /// Whether the host `native` of pages is the app's.
    private(set) var mapsNativeHost = false

    private var worlds: [String] = []
    private var handlers: [HandlerEntry] = []
    private var readablePaths: [String] = []
    private var connections: [SignalConnection] = []

    init() {
        Engine.startOrExit()
        context = Retained(taking: webkit_web_context_new())
        manager = Retained(taking: webkit_user_content_manager_new())
        // The browser's model would keep the processes of closed views for half an hour.
        webkit_web_context_set_cache_model(context.pointer, WEBKIT_CACHE_MODEL_DOCUMENT_BROWSER)
        let folder = ModuleLocator.folderOrExit()
        // Later than the first web process is too late for the sandbox.
        webkit_web_context_add_path_to_sandbox(context.pointer, folder, 1)
        connections.append(
            connect(context, "initialize-web-process-extensions") { [weak self] _ in
                guard let self else { return .none }
                webkit_web_context_set_web_process_extensions_directory(context.pointer, folder)
                state.withPointer {
                    webkit_web_context_set_web_process_extensions_initialization_user_data(context.pointer, $0)
                }
                return .none
            })
    }

    // MARK: Worlds and handlers

    /// Makes sure that the module makes a world before the engine is asked for it.
    func ensure(_ world: WKContentWorld) {
        guard !world.engineName.isEmpty, !worlds.contains(world.engineName) else { return }
        worlds.append(world.engineName)
        sendState()
    }

    func setHandlers(_ handlers: [HandlerEntry]) {
        self.handlers = handlers
        for world in handlers.map(\.key.world.engineName) where !world.isEmpty && !worlds.contains(world) {
            worlds.append(world)
        }
        sendState()
    }

    /// Has what pages ask of the host `native` go to the app from now on, in all views of this content.
    func mapNativeHost() {
        guard !mapsNativeHost else { return }
        mapsNativeHost = true
        sendState()
    }

    /// Opens a file, or a folder to the pages in it.
    func allowReading(_ url: URL) {
        guard let path = FilePath.of(url) else {
            Log.write("\(url) was not opened to a page: it names no file that can be told apart from others")
            return
        }
        guard !readablePaths.contains(path) else { return }
        readablePaths.append(path)
        sendState()
    }

    /// Whether a page may go to a file; the module has the same rule for all that is in a page.
    func mayRead(_ file: URL, from page: URL?) -> Bool {
        guard let path = FilePath.of(file) else { return false }
        let pagePath = FilePath.of(page)
        return readablePaths.contains { allowed in
            path == allowed
                || pagePath.map { FilePath.isWithin(path, allowed) && FilePath.isWithin($0, allowed) } ?? false
        }
    }

    private func sendState() {
        let message = state.withPointer { webkit_user_message_new("state", $0) }
        webkit_web_context_send_message_to_all_extensions(context.pointer, message)
    }

    private var state: Variant {
        Variant(tuple: [
            Variant(strings: worlds),
            Variant(
                arrayOf: "(ssbt)",
                handlers.map { handler in
                    let world = Variant(handler.key.world.engineName)
                    return Variant(tuple: [
                        world, Variant(handler.key.name), Variant(handler.hasLanes), Variant(handler.number),
                    ])
                }),
            Variant(strings: readablePaths),
            Variant(mapsNativeHost),
        ])
    }

    // MARK: User scripts

    func add(_ script: WKUserScript) {
        ensure(script.world)
        let frames =
            script.isForMainFrameOnly ? WEBKIT_USER_CONTENT_INJECT_TOP_FRAME : WEBKIT_USER_CONTENT_INJECT_ALL_FRAMES
        let time =
            script.injectionTime == .atDocumentStart
            ? WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START : WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_END
        let worldName = script.world.engineName
        // The C call takes text that ends at a NUL: half a script would run. Outside of a literal, where the escape means
        // the same, a NUL is no JavaScript.
        let source = script.source.replacing("\0", with: "\\x00")
        let engineScript =
            worldName.isEmpty
            ? webkit_user_script_new(source, frames, time, nil, nil)
            : webkit_user_script_new_for_world(source, frames, time, worldName, nil, nil)
        webkit_user_content_manager_add_script(manager.pointer, engineScript)
        webkit_user_script_unref(engineScript)
    }

    func removeAllScripts() {
        webkit_user_content_manager_remove_all_scripts(manager.pointer)
    }
}
