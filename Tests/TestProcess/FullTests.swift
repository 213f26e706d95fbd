internal import Foundation

/// Whether the tests that take long run too: `script/test --full` sets the environment variable.
package enum FullTests {
    package static var areOn: Bool {
        ProcessInfo.processInfo.environment["GAWA_FULL_TESTS"].map { !$0.isEmpty } ?? false
    }
}
