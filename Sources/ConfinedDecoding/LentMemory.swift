import CProcessLink
import Foundation
import PhotoCore

/// The memory that a worker has for the pixels of one job or frame: one piece at a time, which this process makes, and
/// which the worker gives back before its reply. No limit of the kernel counts memory that is shared: a worker under
/// attack that made it itself, or kept what it gets, could fill the machine's. For one thread.
final class LentMemory {
    private var descriptor: CInt = -1
    private var capacity = 0

    deinit { drop() }

    private func drop() {
        if descriptor >= 0 { close(descriptor) }
        (descriptor, capacity) = (-1, 0)
    }

    /// A descriptor for the worker of `count` new bytes, which the caller closes; nil if there is no memory, or if the
    /// worker may not have that much.
    ///
    /// - Precondition: the worker has given back what it had.
    func lend(_ count: Int, of allowance: PixelAllowance) -> CInt? {
        drop()
        guard count > 0, count <= allowance.byteCount else { return nil }
        var lent: CInt = -1
        descriptor = shared_memory_lend(count, &lent)
        guard descriptor >= 0 else { return nil }
        capacity = count
        return lent
    }

    /// Whether the worker has given back what it had. Nothing is known before its reply.
    var isBack: Bool { descriptor < 0 || shared_memory_is_back(descriptor) }

    /// The first `count` bytes, which do not change any more; nil if there are fewer, or if the worker still has them.
    func take(_ count: Int) -> SharedMapping? {
        guard descriptor >= 0, count <= capacity, isBack, shared_memory_keep(descriptor, count, capacity) else {
            return nil
        }
        defer { drop() }
        return SharedMapping(descriptor, count: count)
    }
}
