import Foundation
import Gawa

/// How the bridges of tests and their pages speak to each other: `script/run-tests` sets the environment variable, to run the
/// same tests over both carriers.
enum TestCarrier {
    static let chosen: BridgeCarrier = {
        switch ProcessInfo.processInfo.environment["GAWA_TEST_CARRIER"] ?? "automatic" {
        case "automatic": .automatic
        case "messages": .messages
        case let other: preconditionFailure("GAWA_TEST_CARRIER is '\(other)', and neither automatic nor messages")
        }
    }()
}
