import CLane
import Foundation

/// A file in memory, sealed or not.
final class MemoryFile {
    let descriptor: Int32

    /// Makes a file. `isSealed` is what an honest writer does.
    init(_ bytes: [UInt8], isSealed: Bool = true) {
        descriptor = gawa_lane_body_new()
        _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if isSealed { _ = gawa_lane_body_seal(descriptor) }
    }

    /// Takes a descriptor over.
    init(taking descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    func contents(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let length = bytes.withUnsafeMutableBytes { buffer in
                pread(descriptor, buffer.baseAddress?.advanced(by: done), count - done, done)
            }
            guard length > 0 else { return Array(bytes.prefix(done)) }
            done += length
        }
        return bytes
    }
}
