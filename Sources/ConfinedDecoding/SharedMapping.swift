import CProcessLink
import Glibc

/// Memory that a worker has made, sealed and handed over, mapped here for reading. It never changes.
///
/// @unchecked Sendable: nobody can write it, and it is unmapped with its last reference.
final class SharedMapping: @unchecked Sendable {
    let base: UnsafePointer<UInt8>
    let count: Int

    /// Takes over `descriptor`; nil where it is not sealed memory of just `count` bytes.
    init?(taking descriptor: CInt, count: Int) {
        defer { close(descriptor) }
        guard let address = shared_memory_map(descriptor, count) else { return nil }
        base = address.assumingMemoryBound(to: UInt8.self)
        self.count = count
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: base), count) }
}
