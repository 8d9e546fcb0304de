import Foundation

/// A picture in memory: row-major RGBA, 8 bits a channel, sRGB, alpha not premultiplied.
///
/// A value: what one thread holds, no other can change. Copying one copies a reference.
public struct PixelBuffer: Sendable, Equatable {
    /// Width and height in pixels.
    public let size: PixelSize
    /// The distance in bytes from one row's first byte to the next one's: at least `4 * size.width`.
    public let bytesPerRow: Int
    /// `bytesPerRow * size.height` bytes; what lies in a row past `4 * size.width` is padding and means nothing.
    public let bytes: [UInt8]

    /// Columns.
    public var width: Int { size.width }
    /// Rows.
    public var height: Int { size.height }
    /// What holding this costs, in bytes.
    var byteCount: Int { bytes.count }

    /// Wraps `bytes`.
    ///
    /// - Precondition: the sizes are not negative, `bytesPerRow >= 4 * size.width` and
    ///   `bytes.count == bytesPerRow * size.height`. Code that reads pixels from outside checks before.
    public init(size: PixelSize, bytesPerRow: Int, bytes: [UInt8]) {
        precondition(size.width >= 0 && size.height >= 0 && bytesPerRow >= 4 * size.width)
        precondition(bytes.count == bytesPerRow * size.height)
        self.size = size
        self.bytesPerRow = bytesPerRow
        self.bytes = bytes
    }

    /// Makes a buffer without padding, filled in place by `fill`, which gets every byte uninitialised and must set all.
    public init(size: PixelSize, fill: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        let byteCount = 4 * size.width * size.height
        self.init(
            size: size, bytesPerRow: 4 * size.width,
            bytes: [UInt8](unsafeUninitializedCapacity: byteCount) { storage, count in
                let bytes = UnsafeMutableBufferPointer(rebasing: storage[..<byteCount])
                HugePages.advise(for: bytes)
                fill(bytes)
                count = byteCount
            })
    }

    /// The same for work that can be given up: nil where `fill` answers false, and then it need not have set anything.
    public static func unlessCancelled(
        size: PixelSize, fill: (UnsafeMutableBufferPointer<UInt8>) -> Bool
    ) -> PixelBuffer? {
        var isComplete = false
        let buffer = PixelBuffer(size: size) { bytes in isComplete = fill(bytes) }
        return isComplete ? buffer : nil
    }

    /// The same picture with its rows one right after the other; itself, where they are so.
    public var withoutPadding: PixelBuffer {
        let dense = 4 * width
        guard bytesPerRow > dense else { return self }
        return PixelBuffer(
            size: size, bytesPerRow: dense,
            bytes: (0..<height).flatMap { row in bytes[(row * bytesPerRow)..<(row * bytesPerRow + dense)] })
    }
}

/// Large pictures in large pages: what a page fault costs, a picture of 96 MB pays 24,000 times with pages of 4 KiB.
package enum HugePages {
    /// Below this a picture has too few faults to save; several of x86-64's 2 MiB pages.
    private static let worthwhile = 8 << 20
    /// The smallest page; the advice must start on one.
    private static let pageSize = 4096
    /// x86-64's huge page.
    private static let hugePageSize = 2 << 20

    /// Asks the kernel to back `bytes`, not yet touched, with huge pages, and has it do so at once: filling 96 MB of
    /// new memory then took 11 ms here, and 53 ms without. A kernel that does not do so is as well.
    ///
    /// At once, because the kernel clears a page when it is first touched, and what is in the caches then is lost: a
    /// colour matrix over 24 MP took 15 ms with all pages there before, and 19 when each came in its turn.
    package static func advise(for bytes: UnsafeMutableBufferPointer<UInt8>) {
        guard bytes.count >= worthwhile, let base = bytes.baseAddress else { return }
        let offset = -Int(bitPattern: base) & (pageSize - 1)
        madvise(UnsafeMutableRawPointer(base) + offset, (bytes.count - offset) & ~(pageSize - 1), MADV_HUGEPAGE)
        for index in stride(from: offset, to: bytes.count, by: hugePageSize) {
            // Through a raw pointer: the bytes are not initialised yet, and stay so.
            UnsafeMutableRawPointer(base).storeBytes(of: 0, toByteOffset: index, as: UInt8.self)
        }
    }
}
