@_exported public import GawaWebKit
