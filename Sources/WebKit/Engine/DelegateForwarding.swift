/// Which objects' async defaults are running, so that a default that forwards to a default ends.
///
/// Keyed by object: an async handler may well forward to another object whose handler has the other form.
enum DelegateForwarding {
    @TaskLocal static var active: Set<ObjectIdentifier> = []
}
