import CProcessLink
import Foundation
import PhotoCore
import Synchronization

/// Memory that the program will share: planes are made in it, or copied into it, before it is sealed. For one reply.
///
/// A large photo's pixels are decoded to their final place: a copy of 96 MB took a third of the time of its decoding,
/// and twice the memory.
final class SharedPlanes: PlaneMemory, Sendable {
    private struct State: Sendable {
        var descriptor: CInt = -1
        /// Where the memory is mapped; nil before the first plane, and once it is sealed.
        var base: UInt?
        /// The offsets of the last plane and of the next.
        var last = 0
        var used = 0
    }
    private let state = Mutex(State())

    /// In bytes, reserved but not taken.
    private static let capacity = WorkerRights.sharedByteCount
    /// Each plane is aligned for vectors.
    private static let alignment = 64

    deinit {
        state.withLock { state in
            if let base = state.base { munmap(UnsafeMutableRawPointer(bitPattern: base), Self.capacity) }
            if state.descriptor >= 0 { close(state.descriptor) }
        }
    }

    /// The memory's descriptor, closed with this object; -1 before the first plane.
    var descriptor: CInt { state.withLock { $0.descriptor } }

    // MARK: - Planes

    /// See PlaneMemory.
    func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer? {
        let place: UInt? = state.withLock { state in
            if state.descriptor < 0 {
                var address: UnsafeMutableRawPointer?
                state.descriptor = shared_memory_make(Self.capacity, &address)
                state.base = address.map { UInt(bitPattern: $0) }
            }
            let start = (state.used + Self.alignment - 1) & ~(Self.alignment - 1)
            guard let base = state.base, byteCount > 0, byteCount <= Self.capacity - start else { return nil }
            (state.last, state.used) = (start, start + byteCount)
            return base + UInt(start)
        }
        guard let place, let bytes = UnsafeMutableRawPointer(bitPattern: place) else { return nil }
        shared_memory_populate(bytes, byteCount)
        return bytes
    }

    /// See PlaneMemory. Only the place of the last plane is used again.
    func release(_ bytes: UnsafeMutableRawPointer) {
        let place = UInt(bitPattern: bytes)
        state.withLock { state in
            if let base = state.base, place == base + UInt(state.last) { state.used = state.last }
        }
    }

    /// Where `planes` lie in this memory: those from elsewhere are copied. Nil without enough memory.
    func layout(of planes: [Int: PhotoPlane]) -> PlanesLayout? {
        var places: [Int: PlaneLayout] = [:]
        for (level, plane) in planes.sorted(by: { $0.key < $1.key }) {
            let bytesPerRow = plane.channels * plane.size.width
            var offset = plane.bytesPerRow == bytesPerRow ? self.offset(of: plane) : nil
            if offset == nil, let bytes = allocate(bytesPerRow * plane.size.height) {
                for y in 0..<plane.size.height {
                    plane.withRow(y) { row in
                        if let from = row.baseAddress { memcpy(bytes + y * bytesPerRow, from, bytesPerRow) }
                    }
                }
                offset = state.withLock { $0.last }
            }
            guard let offset else { return nil }
            places[level] = PlaneLayout(size: plane.size, channels: plane.channels, offset: offset)
        }
        return PlanesLayout(places)
    }

    private func offset(of plane: PhotoPlane) -> Int? {
        let place = plane.withRow(0) { UInt(bitPattern: $0.baseAddress) }
        return state.withLock { state in
            guard let base = state.base, place >= base, place - base < UInt(state.used) else { return nil }
            return Int(place - base)
        }
    }

    // MARK: - The end

    /// Cuts the memory to `byteCount` and seals it: from now on its planes must not be read here. False on failure.
    func seal(byteCount: Int) -> Bool {
        state.withLock { state in
            guard let base = state.base, let address = UnsafeMutableRawPointer(bitPattern: base),
                ftruncate(state.descriptor, byteCount) == 0
            else { return false }
            state.base = nil
            return shared_memory_seal(state.descriptor, address, Self.capacity)
        }
    }
}
