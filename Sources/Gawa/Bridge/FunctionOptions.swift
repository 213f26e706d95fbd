/// What can be said of one function beside its types.
public struct FunctionOptions: Sendable {
    /// Sentences for the page's developers, put into the declarations.
    public var documentation: String

    /// Who may call this function, within what the bridge's policy allows; nil is everyone whom that allows.
    public var policy: BridgePolicy?

    /// How long the function may take; nil is the bridge's ``BridgeLimits/callDuration``.
    public var timeLimit: Duration?

    /// Makes options; each has a default.
    public init(documentation: String = "", allowing policy: BridgePolicy? = nil, timeLimit: Duration? = nil) {
        self.documentation = documentation
        self.policy = policy
        self.timeLimit = timeLimit
    }
}
