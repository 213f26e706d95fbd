// What Foundation's URL loading has on Apple's platforms alone.
import Foundation
import FoundationNetworking

extension URLSessionTask {
    public var delegate: (any URLSessionTaskDelegate)? {
        get { fatalError() }
        set { fatalError() }
    }
}
