/// A load that failed in the engine and may be made again, as the same navigation: nobody has been told of the failure.
struct SuspendedLoad {
    let navigation: WKNavigation
    let url: String
}
