import AppleFoundation

public struct UTType: Hashable, Sendable {
    public init?(filenameExtension: String) { fatalError() }
    public init?(mimeType: String) { fatalError() }
    public var identifier: String { fatalError() }
    public var preferredMIMEType: String? { fatalError() }
    public var preferredFilenameExtension: String? { fatalError() }
}
