internal import CWebKitGTK
internal import GLib

/// A page's request for a permission; letting it go denies it.
@MainActor
final class PermissionRequest {
    private let request: Retained
    private var isAnswered = false

    init(_ pointer: OpaquePointer) {
        request = Retained(retaining: pointer)
    }

    isolated deinit {
        answer(false)
    }

    func answer(_ isAllowed: Bool) {
        guard !isAnswered else { return }
        isAnswered = true
        if isAllowed {
            webkit_permission_request_allow(request.pointer)
        } else {
            webkit_permission_request_deny(request.pointer)
        }
    }

    /// The devices of a request that Apple's delegate decides on; nil for another request.
    var mediaCapture: WKMediaCaptureType? {
        guard isMedia, webkit_user_media_permission_is_for_display_device(request.pointer) == 0 else { return nil }
        let usesCamera = webkit_user_media_permission_is_for_video_device(request.pointer) != 0
        let usesMicrophone = webkit_user_media_permission_is_for_audio_device(request.pointer) != 0
        return usesCamera ? (usesMicrophone ? .cameraAndMicrophone : .camera) : .microphone
    }

    /// What the user is asked, after "would like to"; nil when it is denied without a question.
    var question: String? {
        if isMedia {
            switch mediaCapture {
            case .camera: return "use your camera"
            case .microphone: return "use your microphone"
            case .cameraAndMicrophone: return "use your camera and your microphone"
            case nil: return "record your screen"
            }
        }
        if isA(webkit_geolocation_permission_request_get_type()) { return "know your location" }
        if isA(webkit_notification_permission_request_get_type()) { return "show notifications" }
        if isA(webkit_pointer_lock_permission_request_get_type()) { return "hide and hold your pointer" }
        if isA(webkit_device_info_permission_request_get_type()) { return "know your cameras and microphones" }
        if isA(webkit_clipboard_permission_request_get_type()) { return "read your clipboard" }
        if isA(webkit_media_key_system_permission_request_get_type()) { return "play protected media" }
        // Among them the access of one site to the cookies of another.
        return nil
    }

    private var isMedia: Bool { isA(webkit_user_media_permission_request_get_type()) }

    private func isA(_ type: GType) -> Bool {
        g_type_check_instance_is_a(
            UnsafeMutableRawPointer(request.pointer).assumingMemoryBound(to: GTypeInstance.self), type) != 0
    }
}
