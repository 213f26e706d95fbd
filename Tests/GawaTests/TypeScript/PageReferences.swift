@testable import Gawa

/// Types of the page's functions and streams as the bridge has them, seen from the schema.
enum PageReferences {
    struct Function<Result: Codable, each Argument: Codable>: Codable, PageReferenceDescribing {
        static var schema: TypeSchema {
            var arguments: [TypeSchema] = []
            for argument in repeat (each Argument).self { arguments.append(.of(argument)) }
            return .function(arguments: arguments, result: .of(Result.self))
        }

        init(from decoder: any Decoder) throws { throw CancellationError() }
        func encode(to encoder: any Encoder) throws { throw CancellationError() }
    }

    struct Stream<Item: Codable>: Codable, PageReferenceDescribing {
        static var schema: TypeSchema { .stream(of: .of(Item.self)) }

        init(from decoder: any Decoder) throws { throw CancellationError() }
        func encode(to encoder: any Encoder) throws { throw CancellationError() }
    }

    struct Holder: Codable {
        var name: String
        var function: Function<Int, Int>
    }

    struct PossibleHolder: Codable {
        var name: String
        var function: Function<Int, Int>?
    }
}
