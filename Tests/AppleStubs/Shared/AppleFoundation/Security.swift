// Types of other frameworks that WebKit names and nothing here uses.

public final class SecTrust {}

public struct ProxyConfiguration {}
