import CProcessLink
import Foundation
import PhotoCore
import Synchronization

/// Memory that the program lends for the pixels of one reply: planes are made in it, or copied into it. The program has
/// it back before the reply.
///
/// A large photo's pixels are decoded to their final place: a copy of 96 MB took a third of the time of its decoding,
/// and twice the memory.
final class SharedPlanes: PlaneMemory, Sendable {
    private struct State: Sendable {
        /// Where the memory is mapped; nil while there is none.
        var base: UInt?
        var capacity = 0
        /// Whether the program has none: it is not asked again.
        var isRefused = false
        /// The offsets of the last plane and of the next.
        var last = 0
        var used = 0
    }
    private let state = Mutex(State())
    /// nonisolated(unsafe): only the thread of the jobs, which does all the work, asks for memory.
    nonisolated(unsafe) private let link: WorkerLink

    /// Asks for memory over `link`, on the thread that uses it.
    init(_ link: WorkerLink) { self.link = link }

    deinit { end() }

    // MARK: - Planes

    /// See PlaneMemory.
    func expect(_ size: PixelSize, channels: Int) {
        let byteCount = PlanesLayout.byteCount(ofAllLevels: size, channels: channels)
        let mustAsk = state.withLock { $0.used == 0 && $0.capacity < byteCount }
        if mustAsk { ask(byteCount) }
    }

    /// See PlaneMemory.
    func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer? {
        if state.withLock({ $0.base == nil }) { ask(byteCount) }
        let place: UInt? = state.withLock { state in
            let start = PlaneLayout.aligned(state.used)
            guard let base = state.base, byteCount > 0, byteCount <= state.capacity - start else { return nil }
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
        if state.withLock({ $0.base == nil }) {
            ask(planes.values.reduce(0) { $0 + PlaneLayout.aligned($1.channels * $1.size.width * $1.size.height) })
        }
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

    // MARK: - The memory

    /// Gives back the memory that has no planes, and asks for this much.
    private func ask(_ byteCount: Int) {
        if state.withLock({ $0.isRefused }) { return }
        end()
        // The program ends a worker that asks for more.
        let isSound = (1...WorkerRights.sharedByteCount).contains(byteCount)
        let base = isSound ? link.borrowMemory(byteCount).map { UInt(bitPattern: $0) } : nil
        state.withLock { state in
            (state.base, state.capacity, state.isRefused) = (base, base == nil ? 0 : byteCount, base == nil)
        }
    }

    /// Gives back the memory: from now on its planes must not be read here. The program must not get a reply before.
    func end() {
        state.withLock { state in
            if let base = state.base { munmap(UnsafeMutableRawPointer(bitPattern: base), state.capacity) }
            (state.base, state.capacity, state.last, state.used) = (nil, 0, 0, 0)
        }
    }
}
