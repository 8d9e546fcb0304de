import CGtk
import GLibBridge

/// A picture for one or a few frames, in GTK's cheapest form.
///
/// For a graphics card that is a texture. If the processor paints the window, GTK 4.8 downloads a texture into a new
/// surface in each frame, always through floating point: 4 ms for 900 x 520, more than half of a frame. A surface is
/// painted directly.
@MainActor
public struct FramePicture {
    private enum Form {
        case texture(Texture)
        case surface(CairoSurface)
    }
    private let form: Form
    private let width: Int
    private let height: Int

    /// A picture of premultiplied BGRA bytes without padding, for a widget drawn in software
    /// (``Widget/isDrawnInSoftware``) or by a graphics card. Copies the bytes.
    ///
    /// - Precondition: `bgra.count == 4 * width * height`, and neither side is 0.
    public init(width: Int, height: Int, bgra: [UInt8], isDrawnInSoftware: Bool) {
        self.width = width
        self.height = height
        if isDrawnInSoftware, let surface = CairoSurface(width: width, height: height, bgra: bgra) {
            form = .surface(surface)
        } else {
            form = .texture(Texture(width: width, height: height, bgra: bgra))
        }
    }

    fileprivate func draw(on snapshot: Snapshot, in frame: Frame) {
        switch form {
        case .texture(let texture): snapshot.append(texture, in: frame)
        case .surface(let surface):
            var rectangle = frame.rectangle
            guard let cairo = gtk_snapshot_append_cairo(snapshot.pointer, &rectangle) else { return }
            defer { cairo_destroy(cairo) }
            cairo_rectangle(cairo, frame.x, frame.y, frame.width, frame.height)
            cairo_translate(cairo, frame.x, frame.y)
            cairo_scale(cairo, frame.width / Double(width), frame.height / Double(height))
            cairo_set_source_surface(cairo, surface.pointer, 0, 0)
            // As GTK paints textures: no black from beyond the edge mixes in.
            cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD)
            cairo_fill(cairo)
        }
    }
}

extension Snapshot {
    /// Draws a picture, scaled to fill `frame`.
    public func append(_ picture: FramePicture, in frame: Frame) { picture.draw(on: self, in: frame) }
}

/// A picture in memory for cairo.
private final class CairoSurface {
    let pointer: OpaquePointer

    /// Nil if larger than cairo's surfaces (32,767 pixels per side).
    init?(width: Int, height: Int, bgra: [UInt8]) {
        precondition(width > 0 && height > 0 && bgra.count == 4 * width * height)
        guard let made = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, CInt(width), CInt(height)) else { return nil }
        pointer = made
        guard let data = cairo_image_surface_get_data(made) else { return nil }
        let stride = Int(cairo_image_surface_get_stride(made))
        bgra.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            for y in 0..<height { memcpy(data + y * stride, base + 4 * width * y, 4 * width) }
        }
        cairo_surface_mark_dirty(made)
    }

    // Recordings retain it themselves.
    deinit { cairo_surface_destroy(pointer) }
}
