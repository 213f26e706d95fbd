// The few declarations of UIKit that WebKit and we name.
@_exported import AppleFoundation

@MainActor open class UIResponder: NSObject {
    public override init() { fatalError() }
}

@MainActor open class UIView: UIResponder {
    public init(frame: CGRect) { fatalError() }
    public required init?(coder: NSCoder) { fatalError() }
    public var frame: CGRect {
        get { fatalError() }
        set { fatalError() }
    }
}

open class UIColor: NSObject, @unchecked Sendable {}
open class UIImage: NSObject, @unchecked Sendable {}
@MainActor open class UIViewController: UIResponder {}
@MainActor open class UIScrollView: UIView {}
@MainActor open class UIContextMenuConfiguration: NSObject {}
@MainActor public protocol UIContextMenuInteractionCommitAnimating: NSObjectProtocol {}
@MainActor public protocol UIEditMenuInteractionAnimating: NSObjectProtocol {}

public struct UIEdgeInsets: Sendable {
    public var top, left, bottom, right: CGFloat
}
