/// The devices that a page asks to use.
///
/// Source: `WKUIDelegate.h`.
public enum WKMediaCaptureType: Int, Sendable {
    /// A camera.
    case camera = 0
    /// A microphone.
    case microphone = 1
    /// Both.
    case cameraAndMicrophone = 2
}
