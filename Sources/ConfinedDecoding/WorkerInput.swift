import CProcessLink
import Foundation
import PhotoCore
import Synchronization

/// The memory through which one worker gets the bytes of rows' pictures, again and again: new memory for each picture
/// costs three times as much as the copy. The worker can write to it too, but this process never reads it. May be used
/// from any thread.
final class WorkerInput: Sendable {
    /// What the worker must learn before it finds the bytes.
    enum News: Equatable {
        /// Nothing: it has the memory.
        case none
        /// It gets this memory.
        case memory(descriptor: CInt, capacity: Int)
    }

    /// Capacities are multiples of this, so that few pictures need new memory.
    private static let step = 1 << 20

    private struct State {
        var descriptor: CInt = -1
        var capacity = 0
        var isInUse = false
        var lastUse = ContinuousClock.now
        var isEmpty = true
    }
    private let state = Mutex(State())

    deinit {
        state.withLock { state in
            if state.descriptor >= 0 { close(state.descriptor) }
        }
    }

    /// Whether this memory is for `data`: neither so short that a message holds it, nor long.
    static func isFor(_ data: Data) -> Bool {
        data.count > DecodeRequest.longestPiece && data.count <= DecodeRequest.mostInput
    }

    /// Puts `data` into the memory, where it stays until ``free()``. Nil without enough memory; then nothing is in use.
    func fill(_ data: Data) -> News? {
        state.withLock { state in
            guard Self.isFor(data) else { return nil }
            var news = News.none
            if state.capacity < data.count {
                let capacity = (data.count + Self.step - 1) / Self.step * Self.step
                let descriptor = shared_memory_reserve(capacity)
                guard descriptor >= 0 else { return nil }
                if state.descriptor >= 0 { close(state.descriptor) }
                (state.descriptor, state.capacity) = (descriptor, capacity)
                news = .memory(descriptor: descriptor, capacity: capacity)
            }
            let isFilled = data.withUnsafeBytes { bytes in
                bytes.baseAddress.map { shared_memory_fill(state.descriptor, $0, bytes.count) } ?? false
            }
            guard isFilled else {
                // The worker has not heard of this memory.
                if case .memory(let descriptor, _) = news {
                    close(descriptor)
                    (state.descriptor, state.capacity) = (-1, 0)
                }
                return nil
            }
            (state.isInUse, state.isEmpty) = (true, false)
            return news
        }
    }

    /// Notes that the worker has read the bytes.
    func free() {
        state.withLock { state in
            guard state.isInUse else { return }
            (state.isInUse, state.lastUse) = (false, .now)
        }
    }

    /// Gives the pages back to the system, unless they were used after `time`. Returns whether pages remain.
    func rest(unusedSince time: ContinuousClock.Instant) -> Bool {
        state.withLock { state in
            guard !state.isEmpty else { return false }
            guard !state.isInUse, state.lastUse <= time else { return true }
            shared_memory_empty(state.descriptor, state.capacity)
            state.isEmpty = true
            return false
        }
    }

    /// Whether no bytes are held.
    var isEmpty: Bool { state.withLock { $0.isEmpty } }
}
