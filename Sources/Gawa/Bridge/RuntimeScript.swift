import Foundation

/// The script that a bridge injects: the constant text of `gawa.js`, called with the bridge's configuration.
@MainActor
struct RuntimeScript {
    /// The protocol's version.
    nonisolated static let version = 1

    let source: String

    // The configuration is the app's own, and no page's; JSON arrays are JavaScript, character for character.
    init(bridge: Bridge) {
        source = "(\(Self.runtime))(\(Self.configuration(of: bridge)))"
    }

    private static let runtime = String(decoding: PackageResources.gawa_js, as: UTF8.self)

    private static func schemaHash(of bridge: Bridge) -> String {
        // A page that was made for other declarations warns while it is developed; a release has users, not developers.
        #if DEBUG
        bridge.makeSchemaHash()
        #else
        ""
        #endif
    }

    private static func configuration(of bridge: Bridge) -> String {
        var writer = WireWriter()
        writer.append(raw: "[")
        writer.append(string: bridge.handlerName)
        writer.append(raw: ",")
        writer.append(string: bridge.key)
        writer.append(raw: ",")
        writer.appendList(bridge.policy.origins.map(\.description).sorted()) { $0.append(string: $1) }
        writer.append(raw: ",")
        writer.append(integer: bridge.limits.messageByteCount)
        writer.append(raw: ",")
        writer.append(integer: bridge.limits.depth)
        writer.append(raw: ",")
        writer.append(string: schemaHash(of: bridge))
        writer.append(raw: ",")
        writer.appendList(bridge.functions.namespaces) { writer, namespace in
            writer.append(raw: "[")
            writer.append(string: namespace.name)
            writer.append(raw: ",")
            writer.appendList(namespace.functions) { writer, function in
                writer.append(raw: "[")
                writer.append(string: function.name)
                writer.append(raw: ",")
                writer.append(integer: function.parameterCount)
                writer.append(raw: ",")
                writer.append(integer: function.kindNumber)
                writer.append(raw: "]")
            }
            writer.append(raw: "]")
        }
        writer.append(raw: ",")
        // A window of nothing would be one through which nothing comes.
        writer.append(integer: max(bridge.limits.streamItemCount, 1))
        writer.append(raw: ",")
        writer.append(integer: max(bridge.limits.streamByteCount, 0))
        writer.append(raw: "]")
        return writer.text()
    }
}

extension WireWriter {
    /// Appends an array, each element written by a closure.
    mutating func appendList<Element>(_ elements: [Element], _ write: (inout WireWriter, Element) -> Void) {
        append(raw: "[")
        for (index, element) in elements.enumerated() {
            if index > 0 { append(raw: ",") }
            write(&self, element)
        }
        append(raw: "]")
    }
}

extension BoundFunction {
    /// The kind as the configuration of the page's script has it.
    fileprivate var kindNumber: Int { kind.number + (takesReferences ? 8 : 0) }
}

extension MemberKind {
    /// The kind as the configuration of the page's script has it.
    fileprivate var number: Int {
        switch self {
        case .function: 0
        case .message: 1
        case .stream: 2
        case .event: 3
        case .latestEvent: 4
        case .synchronous: 5
        }
    }
}
