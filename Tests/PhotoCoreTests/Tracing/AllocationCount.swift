import Foundation
import Synchronization

/// Counts the Swift objects, including contexts of closures and buffers of arrays, that the calling thread allocates.
///
/// It uses the Swift runtime's hooks for Instruments (stdlib/public/runtime/InstrumentsSupport.h).
enum AllocationCount {
    private typealias Allocate =
        @convention(c) (UnsafeRawPointer?, Int, Int) -> UnsafeMutableRawPointer?

    private struct State: @unchecked Sendable {
        var thread: pthread_t?
        var count = 0
        var original: Allocate?
    }
    nonisolated(unsafe) private static var state = State()

    /// The number of objects that `body` allocates; nil if the runtime has no such hooks. One test at a time.
    static func during(_ body: () -> Void) -> Int? {
        guard let allocate = dlsym(nil, "_swift_allocObject"),
            let isEnabled = dlsym(nil, "_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly")
        else { return nil }
        let hook = allocate.assumingMemoryBound(to: Allocate?.self)
        state = State(thread: pthread_self(), original: hook.pointee)
        hook.pointee = { metadata, size, alignment in
            if AllocationCount.state.thread == pthread_self() { AllocationCount.state.count += 1 }
            return AllocationCount.state.original?(metadata, size, alignment)
        }
        isEnabled.assumingMemoryBound(to: Bool.self).pointee = true
        body()
        isEnabled.assumingMemoryBound(to: Bool.self).pointee = false
        hook.pointee = state.original
        return state.count
    }
}
