import Foundation

/// A picture in memory: row-major RGBA, 8 bits per channel, sRGB, alpha not premultiplied.
///
/// An immutable value: copies share the pixels.
public struct PixelBuffer: Sendable, Equatable {
    /// Width and height in pixels.
    public let size: PixelSize
    /// The distance between rows in bytes: at least `4 * size.width`.
    public let bytesPerRow: Int
    /// `bytesPerRow * size.height` bytes; bytes of a row past `4 * size.width` are padding.
    public let bytes: [UInt8]

    /// Columns.
    public var width: Int { size.width }
    /// Rows.
    public var height: Int { size.height }
    /// Its memory in bytes.
    public var byteCount: Int { bytes.count }

    /// Wraps `bytes`.
    ///
    /// - Precondition: sizes are not negative, `bytesPerRow >= 4 * size.width` and `bytes.count == bytesPerRow *
    ///   size.height`. Callers check pixels from outside first.
    public init(size: PixelSize, bytesPerRow: Int, bytes: [UInt8]) {
        precondition(size.width >= 0 && size.height >= 0 && bytesPerRow >= 4 * size.width)
        precondition(bytes.count == bytesPerRow * size.height)
        self.size = size
        self.bytesPerRow = bytesPerRow
        self.bytes = bytes
    }

    /// Makes a buffer without padding. `fill` gets uninitialized bytes and must set all.
    public init(size: PixelSize, fill: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        let byteCount = 4 * size.width * size.height
        self.init(
            size: size, bytesPerRow: 4 * size.width,
            bytes: [UInt8](capacity: byteCount) { storage, count in
                let bytes = UnsafeMutableBufferPointer(rebasing: storage[..<byteCount])
                HugePages.advise(for: bytes)
                fill(bytes)
                count = byteCount
            })
    }

    /// The same for work that can be cancelled: nil if `fill` returns false, which then need not set anything.
    public static func unlessCancelled(
        size: PixelSize, fill: (UnsafeMutableBufferPointer<UInt8>) -> Bool
    ) -> PixelBuffer? {
        var isComplete = false
        let buffer = PixelBuffer(size: size) { bytes in isComplete = fill(bytes) }
        return isComplete ? buffer : nil
    }

    /// The same picture without padding; itself if it has none.
    public var withoutPadding: PixelBuffer {
        let dense = 4 * width
        guard bytesPerRow > dense else { return self }
        return PixelBuffer(
            size: size, bytesPerRow: dense,
            bytes: (0..<height).flatMap { row in bytes[(row * bytesPerRow)..<(row * bytesPerRow + dense)] })
    }
}

/// Uses huge pages for large pictures: with pages of 4 KiB, a picture of 96 MB causes 24,000 page faults.
package enum HugePages {
    /// Smaller pictures have too few faults to matter; several of x86-64's 2 MiB pages.
    private static let worthwhile = 8 << 20
    /// The smallest page; the advice must start at one.
    private static let pageSize = 4096
    /// x86-64's huge page.
    private static let hugePageSize = 2 << 20

    /// Asks the kernel to back untouched `bytes` with huge pages at once: filling 96 MB of new memory then took 11 ms,
    /// and 53 ms without. A kernel that does not support it ignores it.
    ///
    /// At once, because the kernel clears a page at its first touch, which evicts the caches: a colour matrix over 24
    /// MP took 15 ms with all pages present, and 19 ms otherwise.
    package static func advise(for bytes: UnsafeMutableBufferPointer<UInt8>) {
        guard bytes.count >= worthwhile, let base = bytes.baseAddress else { return }
        let offset = -Int(bitPattern: base) & (pageSize - 1)
        madvise(UnsafeMutableRawPointer(base) + offset, (bytes.count - offset) & ~(pageSize - 1), MADV_HUGEPAGE)
        for index in stride(from: offset, to: bytes.count, by: hugePageSize) {
            // Through a raw pointer: the bytes stay uninitialized.
            UnsafeMutableRawPointer(base).storeBytes(of: 0, toByteOffset: index, as: UInt8.self)
        }
    }
}
