// What Darwin's C library calls otherwise than Glibc.
import Foundation

extension stat {
    public var st_mtimespec: timespec { fatalError() }
}
