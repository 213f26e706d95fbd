// The systems name this field of the same type differently.
import Foundation

extension stat {
    var lastModification: timespec { st_mtimespec }
}
