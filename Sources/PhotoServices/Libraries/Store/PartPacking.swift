import Dispatch
import Foundation
import PhotoCore
import Synchronization

/// Packs parts, one after the other.
final class PartPacking: Sendable {
    private struct State {
        /// Nil if they are too many.
        var parts: [PackedData]? = []
        var byteCount = 0
    }

    /// A part ends when it has this many bytes.
    static let partBytes = 1 << 20
    /// More than a catalogue's bytes fill.
    static let mostParts = 1024

    private let most: Int
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "Packing", qos: .utility)
    /// Who has parts waits for the packing before much is waiting: the rows are in memory already.
    private let room = DispatchSemaphore(value: 4)

    /// More than `most` packed bytes are let go.
    init(most: Int) { self.most = most }

    /// Packs another part, which follows the others.
    func take(_ part: Data) {
        room.wait()
        queue.async { [self] in
            defer { room.signal() }
            guard state.withLock({ $0.parts != nil }) else { return }
            let packed = PackedData(part).map {
                // An exact copy: its buffer has room for what cannot be packed.
                PackedData(bytes: Data([UInt8]($0.bytes)), byteCount: $0.byteCount, checksum: $0.checksum)
            }
            state.withLock { state in
                guard let packed, state.byteCount + packed.bytes.count <= most,
                    state.parts?.count ?? 0 < Self.mostParts
                else {
                    state.parts = nil
                    return
                }
                state.parts?.append(packed)
                state.byteCount += packed.bytes.count
            }
        }
    }

    /// All parts; nil if they are too many. Waits for them.
    var parts: [PackedData]? {
        queue.sync {}
        return state.withLock { $0.parts }
    }
}

extension [PackedData] {
    /// Their packed bytes.
    var packedByteCount: Int { reduce(0) { $0 + $1.bytes.count } }

    /// Of all of them together, packed.
    var checksum: UInt64 {
        var sum = RunningChecksum()
        for part in self { sum.add(part.bytes) }
        return sum.value
    }
}
