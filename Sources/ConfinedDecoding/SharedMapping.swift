import CProcessLink
import Glibc

/// Memory that a worker has filled and given back, sealed, mapped here for reading. It never changes.
///
/// @unchecked Sendable: no process can write to it, and the last reference unmaps it.
final class SharedMapping: @unchecked Sendable {
    let base: UnsafePointer<UInt8>
    let count: Int

    /// Maps the first `count` bytes of `descriptor`, sealed memory of this process; nil without address space.
    init?(_ descriptor: CInt, count: Int) {
        guard let address = shared_memory_take(descriptor, count) else { return nil }
        base = address.assumingMemoryBound(to: UInt8.self)
        self.count = count
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: base), count) }
}
