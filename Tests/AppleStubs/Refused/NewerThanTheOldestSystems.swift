// Refused: cannot find 'WebPage' in scope
import GawaWebKit

@MainActor func page() -> Any { WebPage() }
