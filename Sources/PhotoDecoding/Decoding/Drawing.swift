import CGLib
import Foundation
import GLibBridge
import PhotoCore

/// An SVG, drawn by librsvg at any size, on one thread. Neither parsing nor drawing can be interrupted.
struct Drawing {
    private let library: DrawingLibrary
    private let handle: ObjectReference
    /// The size that it states, or that of its content, in pixels.
    let original: PixelSize

    /// The longest side of cairo's pictures, in pixels.
    static let longestSide = 32_767

    /// Parses `data`. Throws `.noLoader` without librsvg.
    init(_ data: Data) throws(DecodeFailure) {
        guard let library = DrawingLibrary.shared else { throw .noLoader(.svg) }
        self.library = library
        let parsed = try Self.checked { error in
            data.withUnsafeBytes { bytes in
                library.parse(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), gsize(bytes.count), error)
            }
        }
        guard let parsed else { throw .emptyDrawing }
        handle = ObjectReference(taking: parsed)
        // RsvgDimensionData: the two ints at its beginning are width and height.
        let room = UnsafeMutableRawPointer.allocate(byteCount: 24, alignment: 8)
        defer { room.deallocate() }
        memset(room, 0, 24)
        library.dimensions(parsed, room)
        let (width, height) = (room.load(as: CInt.self), room.load(fromByteOffset: 4, as: CInt.self))
        guard width > 0, height > 0 else { throw .emptyDrawing }
        original = PixelSize(width: Int(width), height: Int(height))
    }

    /// Draws it to fill `size`, as premultiplied RGBA without padding: `pixels` has 4 bytes for each.
    func draw(at size: PixelSize, to pixels: UnsafeMutableBufferPointer<UInt8>) throws(DecodeFailure) {
        guard let width = CInt(exactly: size.width), let height = CInt(exactly: size.height),
            let stride = CInt(exactly: 4 * size.width), let base = pixels.baseAddress,
            pixels.count == 4 * size.width * size.height
        else { throw .noPixels }
        pixels.update(repeating: 0)
        // CAIRO_FORMAT_ARGB32
        guard let surface = library.makeSurface(base, 0, width, height, stride) else { throw .outOfMemory }
        defer { library.endSurface(surface) }
        guard let context = library.makeContext(surface) else { throw .outOfMemory }
        defer { library.endContext(context) }
        guard library.status(context) == 0 else { throw .noPixels }
        let viewport = [0, 0, Double(size.width), Double(size.height)]
        _ = try Self.checked { error in library.render(handle.pointer, context, viewport, error) }
        library.flush(surface)
        Self.reorder(pixels)
    }

    /// Its picture at `size`, as premultiplied RGBA.
    func picture(at size: PixelSize) throws(DecodeFailure) -> [UInt8] {
        guard size.width > 0, size.height > 0 else { throw .noPixels }
        var failure: DecodeFailure?
        let byteCount = 4 * size.width * size.height
        let pixels = [UInt8](capacity: byteCount) { pixels, count in
            do throws(DecodeFailure) {
                try draw(at: size, to: UnsafeMutableBufferPointer(rebasing: pixels[..<byteCount]))
                count = byteCount
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return pixels
    }

    /// From cairo's pixels, 32 bits in the machine's order with alpha on top, to RGBA.
    private static func reorder(_ pixels: UnsafeMutableBufferPointer<UInt8>) {
        pixels.withMemoryRebound(to: UInt32.self) { pixels in
            for at in pixels.indices {
                let argb = pixels[at]
                pixels[at] = (argb << 8 | argb >> 24).bigEndian
            }
        }
    }

    private static func checked<Result>(
        _ body: (DrawingLibrary.Failure?) -> Result
    ) throws(DecodeFailure) -> Result {
        do {
            return try GLibError.check(body)
        } catch {
            throw .unreadable(reason: error.message)
        }
    }
}

extension DecodeFailure {
    fileprivate static let emptyDrawing = DecodeFailure.unreadable(reason: translatable("It contains no picture."))
}

// MARK: - Targets

extension DecodeShortcut {
    /// A drawing, from which `decode` makes the result; or why it cannot be drawn.
    static func drawing(
        _ data: Data, _ decode: @escaping (Drawing) throws(DecodeFailure) -> Output
    ) -> DecodeShortcut {
        do throws(DecodeFailure) {
            let drawing = try Drawing(data)
            return DecodeShortcut(original: drawing.original) { () throws(DecodeFailure) in try decode(drawing) }
        } catch {
            return DecodeShortcut(original: .square(1)) { () throws(DecodeFailure) in throw error }
        }
    }
}
