import Foundation
import Synchronization

/// The pixels of one level of detail of a photo, as stored: RGB, or premultiplied RGBA; sRGB.
///
/// A photo of 100 megapixels takes 300 MB: nothing is copied, and pixels stay where the decoder made them.
///
/// @unchecked Sendable: the pixels are never written after init, and the release runs once, with the last reference.
public final class PhotoPlane: @unchecked Sendable {
    /// Width and height in pixels, both at least 1.
    public let size: PixelSize
    /// The distance between rows, in bytes.
    public let bytesPerRow: Int
    /// 3 or 4.
    public let channels: Int
    /// Unique among all planes ever made: a new one may reuse a freed one's address.
    public let id: Int
    let base: UnsafePointer<UInt8>
    /// Counts the memory, which may also hold other planes; nil if it does not count.
    let hold: MemoryHold?
    private static let count = Atomic(0)
    private let release: () -> Void

    /// Takes over the pixels at `base` and `release`, which is called once they are no longer needed. For invalid
    /// sizes, calls `release` and returns nil.
    ///
    /// - Precondition: the memory holds `bytesPerRow * (size.height - 1) + channels * size.width` bytes, and is no
    ///   longer written.
    public convenience init?(
        taking base: UnsafePointer<UInt8>, size: PixelSize, bytesPerRow: Int, channels: Int,
        release: @escaping () -> Void
    ) {
        self.init(base, size, bytesPerRow, channels, nil, release)
    }

    private init?(
        _ base: UnsafePointer<UInt8>, _ size: PixelSize, _ bytesPerRow: Int, _ channels: Int, _ hold: MemoryHold?,
        _ release: @escaping () -> Void
    ) {
        guard size.width > 0, size.height > 0, channels == 3 || channels == 4, bytesPerRow >= channels * size.width
        else {
            release()
            return nil
        }
        id = Self.count.add(1, ordering: .relaxed).newValue
        self.base = base
        self.size = size
        self.bytesPerRow = bytesPerRow
        self.channels = channels
        self.hold = hold
        self.release = release
    }

    deinit { release() }

    /// Makes a plane without padding, in `memory` or on the heap. `fill` gets uninitialized bytes and must set all; nil
    /// if it returns false, or without enough memory.
    public static func make(
        size: PixelSize, channels: Int, in memory: (any PlaneMemory)? = nil,
        fill: (UnsafeMutableBufferPointer<UInt8>) -> Bool
    ) -> PhotoPlane? {
        guard size.width > 0, size.height > 0 else { return nil }
        let memory = memory ?? HeapPlanes()
        let byteCount = channels * size.width * size.height
        guard let allocated = memory.allocate(byteCount) else { return nil }
        let bytes = allocated.bindMemory(to: UInt8.self, capacity: byteCount)
        guard fill(UnsafeMutableBufferPointer(start: bytes, count: byteCount)) else {
            memory.release(allocated)
            return nil
        }
        // nonisolated(unsafe): released once, with the last reference to the plane.
        nonisolated(unsafe) let held = allocated
        return PhotoPlane(
            taking: bytes, size: size, bytesPerRow: channels * size.width, channels: channels,
            release: { memory.release(held) })
    }

    /// A row's picture as a plane.
    public static func make(_ picture: PixelBuffer) -> PhotoPlane? {
        make(size: picture.size, channels: 4) { target in
            guard let to = target.baseAddress else { return false }
            picture.bytes.withUnsafeBufferPointer { source in
                guard let from = source.baseAddress else { return }
                for y in 0..<picture.height {
                    let row = to + 4 * y * picture.width
                    memcpy(row, from + y * picture.bytesPerRow, 4 * picture.width)
                    PixelKernels.widest.table.multiply_alpha(row, picture.width)
                }
            }
            return true
        }
    }

    /// Its first rows, in the same memory; nil for none.
    public func top(_ rows: Int) -> PhotoPlane? {
        guard rows < size.height else { return self }
        guard rows > 0 else { return nil }
        return PhotoPlane(
            taking: base, size: PixelSize(width: size.width, height: rows), bytesPerRow: bytesPerRow,
            channels: channels, release: { withExtendedLifetime(self) {} })
    }

    /// The bytes of its rows.
    var byteCount: Int { bytesPerRow * size.height }

    /// The same pixels in the same memory, which `hold` counts from now on.
    func counted(by hold: MemoryHold) -> PhotoPlane? {
        PhotoPlane(base, size, bytesPerRow, channels, hold) { withExtendedLifetime(self) {} }
    }

    /// The same pixels in memory of their own: planes from a decoder share theirs, and all of it stays as long as one
    /// plane. Itself without enough memory.
    func apart() -> PhotoPlane {
        let copy = PhotoPlane.make(size: size, channels: channels) { target in
            guard let to = target.baseAddress else { return false }
            for y in 0..<size.height { memcpy(to + y * channels * size.width, row(y), channels * size.width) }
            return true
        }
        guard let copy, let hold else { return copy ?? self }
        return copy.counted(by: hold.another(copy.byteCount)) ?? copy
    }

    func row(_ y: Int) -> UnsafePointer<UInt8> { base + y * bytesPerRow }

    /// Calls `body` with the bytes of row `y`.
    public func withRow<Result>(_ y: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        withExtendedLifetime(self) { body(UnsafeBufferPointer(start: row(y), count: channels * size.width)) }
    }

    /// The same picture rotated, in new memory; itself if nothing changes. Nil if cancelled, or without enough memory.
    public func turned(by turn: ExifOrientation, isCancelled: () -> Bool = { false }) -> PhotoPlane? {
        guard turn != .topLeft else { return self }
        let channels = channels
        let turned = TurnedPlane(self, turn)
        return PhotoPlane.make(size: turned.size, channels: channels) { pixels in
            guard let to = pixels.baseAddress else { return false }
            return turned.forEachRun(isCancelled: isCancelled) { run in
                var from = run.from
                var pixel = to + channels * run.target
                for _ in 0..<run.count {
                    for channel in 0..<channels { pixel[channel] = from[channel] }
                    pixel += channels
                    from += run.step
                }
            }
        }
    }
}
