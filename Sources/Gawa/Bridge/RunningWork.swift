/// How many functions run for a document.
@MainActor
final class RunningWork {
    var count = 0
}
