import CProcessLink
import Glibc

/// Memory that a worker created, sealed and sent, mapped here for reading. It never changes.
///
/// @unchecked Sendable: no process can write to it, and the last reference unmaps it.
final class SharedMapping: @unchecked Sendable {
    let base: UnsafePointer<UInt8>
    let count: Int

    /// Takes ownership of `descriptor`; nil unless it is sealed memory of exactly `count` bytes.
    init?(taking descriptor: CInt, count: Int) {
        defer { close(descriptor) }
        guard let address = shared_memory_map(descriptor, count) else { return nil }
        base = address.assumingMemoryBound(to: UInt8.self)
        self.count = count
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: base), count) }
}
