import Foundation
import PhotoCore
import Synchronization

/// Decodes one byte to one pixel of that grey; "bad" is not a picture. Counts its calls.
public final class StubDecoder: PictureDecoding {
    private let count = Mutex(0)
    private let gate: Gate?

    /// `gate` blocks each decoding until it is opened.
    public init(gate: Gate? = nil) { self.gate = gate }

    /// The number of calls.
    public var decodings: Int { count.withLock { $0 } }

    /// See PictureDecoding.
    public func decode(
        _ data: Data, toFill size: PixelSize, isCancelled: () -> Bool
    ) throws(DecodeFailure) -> PixelBuffer {
        count.withLock { $0 += 1 }
        gate?.pass()
        if isCancelled() { throw .cancelled }
        guard let grey = data.first, data != Data("bad".utf8) else { throw .notAPicture }
        return .pixel(grey)
    }

    /// See PictureDecoding: the photo itself is one pixel.
    public func decodeWhole(
        _ data: Data, at size: @escaping @Sendable (PixelSize) -> PixelSize, isCancelled: () -> Bool
    ) throws(DecodeFailure) -> WholePicture {
        let pixels = try decode(data, toFill: size(.square(1)), isCancelled: isCancelled)
        return WholePicture(pixels, of: .square(1), format: .jpeg)
    }
}

/// Adds 100 to each byte. Counts its calls.
public final class StubFilter: PhotoFilter {
    private let count = Mutex(0)
    private let gate: Gate?

    /// See PhotoFilter.
    public let name = "Stub"

    /// `gate` blocks each filtration until it is opened.
    public init(gate: Gate? = nil) { self.gate = gate }

    /// The number of calls.
    public var filtrations: Int { count.withLock { $0 } }

    /// See PhotoFilter.
    public func apply(to pixels: PixelBuffer, isCancelled: () -> Bool) -> PixelBuffer? {
        count.withLock { $0 += 1 }
        gate?.pass()
        guard !isCancelled() else { return nil }
        return PixelBuffer(size: pixels.size, bytesPerRow: pixels.bytesPerRow, bytes: pixels.bytes.map { $0 &+ 100 })
    }
}

extension PixelBuffer {
    /// One grey pixel, which need not be opaque.
    public static func pixel(_ grey: UInt8) -> PixelBuffer {
        PixelBuffer(size: .square(1), bytesPerRow: 4, bytes: [grey, grey, grey, grey])
    }
}

/// Blocks every thread that passes, until it is opened.
public final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let waiting = DispatchSemaphore(value: 0)

    /// A closed gate.
    public init() {}

    /// Blocks until the gate is opened.
    public func pass() {
        waiting.signal()
        semaphore.wait()
        semaphore.signal()
    }

    /// Waits for a thread at the gate; false after two minutes.
    public func waitForSomebody() -> Bool { waiting.wait(timeout: .now() + 120) == .success }

    /// Opens it permanently.
    public func open() { semaphore.signal() }
}
