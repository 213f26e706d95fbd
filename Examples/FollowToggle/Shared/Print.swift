import Foundation

/// Prints a line so that it can be read at once, in a pipe too.
package func print(_ line: String) {
    Swift.print(line)
    // All streams: Swift 6 lets nobody name `stdout`.
    fflush(nil)
}
