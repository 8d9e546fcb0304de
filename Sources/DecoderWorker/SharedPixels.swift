import CProcessLink
import Foundation
import PhotoCore

/// Pixels in sealed memory, for another process.
struct SharedPixels: ~Copyable {
    /// Its descriptor, closed with this value.
    let descriptor: CInt

    /// Memory of `count` bytes, all zero, which `fill` sets; nil if there is not enough.
    init?(count: Int, fill: (UnsafeMutableRawPointer) -> Void) {
        var address: UnsafeMutableRawPointer?
        descriptor = shared_memory_make(count, &address)
        guard descriptor >= 0, let address else { return nil }
        fill(address)
        guard shared_memory_seal(descriptor, address, count) else { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
