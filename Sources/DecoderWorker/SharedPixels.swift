import CProcessLink
import Foundation
import PhotoCore

/// Pixels in sealed memory, for another process.
struct SharedPixels: ~Copyable {
    /// The memory's descriptor, closed with this value.
    let descriptor: CInt

    /// Creates `count` zero bytes of memory, which `fill` sets; nil if there is not enough memory.
    init?(count: Int, fill: (UnsafeMutableRawPointer) -> Void) {
        var address: UnsafeMutableRawPointer?
        descriptor = shared_memory_make(count, &address)
        guard descriptor >= 0, let address else { return nil }
        fill(address)
        guard shared_memory_seal(descriptor, address, count) else { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
