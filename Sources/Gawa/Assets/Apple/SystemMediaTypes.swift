internal import UniformTypeIdentifiers

/// What the system knows of files' types.
enum SystemMediaTypes {
    /// The type of an extension, in lower case and without a dot.
    static func type(ofExtension name: String) -> String? {
        UTType(filenameExtension: name)?.preferredMIMEType
    }
}
