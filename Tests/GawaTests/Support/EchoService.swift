import Foundation
import Gawa

/// A struct with one member of each kind.
struct Sample: Codable, Equatable, Sendable {
    enum Shape: Codable, Equatable, Sendable {
        case circle(radius: Double)
        case square
    }

    enum Colour: String, Codable, CaseIterable, Sendable { case red, green }

    var text = "t"
    var flag = true
    var count = 3
    var large: Int64 = .max
    var ratio = 0.5
    var when = Date(timeIntervalSince1970: 1.5)
    var bytes = Data([0, 1, 255])
    var link = URL(string: "https://example.com/a?b=c")
    var price = Decimal(string: "12.50")
    var colour = Colour.green
    var shape = Shape.circle(radius: 2)
    var missing: String?
    var list: [Int?] = [1, nil, 3]
    var table: [String: Int] = ["__proto__": 1, "constructor": 2]
}

/// Gives back what it gets, for each type a function of its own.
struct EchoService: BridgeService {
    static let name = "echo"

    static func describe(_ bridge: inout BridgeDescription<Self>) {
        bridge.function("text", "value") { (_: Self, value: String) in value }
        bridge.function("flag", "value") { (_: Self, value: Bool) in value }
        bridge.function("int", "value") { (_: Self, value: Int) in value }
        bridge.function("int64", "value") { (_: Self, value: Int64) in value }
        bridge.function("uint64", "value") { (_: Self, value: UInt64) in value }
        bridge.function("double", "value") { (_: Self, value: Double) in value }
        bridge.function("decimal", "value") { (_: Self, value: Decimal) in value }
        bridge.function("date", "value") { (_: Self, value: Date) in value }
        bridge.function("data", "value") { (_: Self, value: Data) in value }
        bridge.function("url", "value") { (_: Self, value: URL) in value }
        bridge.function("optional", "value") { (_: Self, value: Int?) in value }
        bridge.function("doubleOptional", "value") { (_: Self, value: Int??) in value }
        bridge.function("list", "value") { (_: Self, value: [Int?]) in value }
        bridge.function("table", "value") { (_: Self, value: [String: Int?]) in value }
        bridge.function("doubles", "value") { (_: Self, value: [Double]) in value }
        bridge.function("sample", "value") { (_: Self, value: Sample) in value }
        bridge.function("samples", "value") { (_: Self, value: [Sample]) in value }
        bridge.function("makeSample") { (_: Self) in Sample() }
        bridge.function("nothing") { (_: Self) in }
        bridge.function("add", "left", "right") { (_: Self, left: Int, right: Int) in left + right }
    }
}
