import Foundation

/// Memory for the pixels of planes.
public protocol PlaneMemory: Sendable {
    /// `byteCount` uninitialized bytes, aligned for vectors; nil without enough memory.
    func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer?

    /// Takes back the result of one ``allocate(_:)``.
    func release(_ bytes: UnsafeMutableRawPointer)
}

/// The process's own memory.
struct HeapPlanes: PlaneMemory {
    func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer? {
        guard let memory = malloc(byteCount) else { return nil }
        HugePages.advise(
            for: UnsafeMutableBufferPointer(
                start: memory.bindMemory(to: UInt8.self, capacity: byteCount), count: byteCount))
        return memory
    }

    func release(_ bytes: UnsafeMutableRawPointer) { free(bytes) }
}
