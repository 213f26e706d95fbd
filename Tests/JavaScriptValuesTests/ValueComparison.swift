import Foundation

/// Tells whether two values are the same for JavaScript: as numbers by their bits, but for NaN.
func areSame(_ left: Any?, _ right: Any?) -> Bool {
    switch (left, right) {
    case (nil, nil): true
    case (let left as String, let right as String): Array(left.utf8) == Array(right.utf8)
    case (let left as Date, let right as Date):
        isSame((left.timeIntervalSince1970 * 1000).rounded(), (right.timeIntervalSince1970 * 1000).rounded())
    case (let left as NSNull, let right as NSNull): left === right
    case (let left as NSNumber, let right as NSNumber):
        type(of: left) == type(of: right) && isSame(left.doubleValue, right.doubleValue)
    case (let left as [Any], let right as [Any]):
        left.count == right.count && zip(left, right).allSatisfy { areSame($0, $1) }
    case (let left as [String: Any], let right as [String: Any]):
        left.count == right.count && left.allSatisfy { areSame($0.value, right[$0.key]) }
    default: false
    }
}

private func isSame(_ left: Double, _ right: Double) -> Bool {
    left.isNaN && right.isNaN || left.bitPattern == right.bitPattern
}
