import Foundation

/// Memory for the pixels of planes.
public protocol PlaneMemory: Sendable {
    /// A plane of this size and its coarser levels follow: there is room for all of them, wherever the plane itself
    /// lies. Without this, there is room for the first plane only.
    func expect(_ size: PixelSize, channels: Int)

    /// `byteCount` uninitialized bytes, aligned for vectors; nil without enough memory.
    func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer?

    /// Takes back the result of one ``allocate(_:)``.
    func release(_ bytes: UnsafeMutableRawPointer)
}

/// The process's own memory.
struct HeapPlanes: PlaneMemory {
    func expect(_ size: PixelSize, channels: Int) {}

    func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer? {
        guard let memory = malloc(byteCount) else { return nil }
        HugePages.advise(
            for: UnsafeMutableBufferPointer(
                start: memory.bindMemory(to: UInt8.self, capacity: byteCount), count: byteCount))
        return memory
    }

    func release(_ bytes: UnsafeMutableRawPointer) { free(bytes) }
}
