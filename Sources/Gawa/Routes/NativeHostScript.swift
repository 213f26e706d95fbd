/// The script that has requests of a page's scripts for the host `native` go to the scheme `native`, where the engine cannot be
/// told to: on Apple's platforms, and for plain `http` on pages of `https`.
///
/// It belongs at document start, in all frames, in the page's world. See `Documentation/Design/native-routes.md`.
@MainActor
enum NativeHostScript {
    /// The text of `native.js`, called.
    static let source = "\(String(decoding: PackageResources.native_js, as: UTF8.self))()"
}
