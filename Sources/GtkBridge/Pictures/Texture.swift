import CGtk
import GLibBridge

/// A picture that widgets can draw.
public final class Texture: Sendable {
    let object: ObjectReference

    init(_ object: ObjectReference) { self.object = object }

    /// A texture of RGBA bytes, 8 bits a channel, alpha not premultiplied. The bytes are copied. Needs no display, and may
    /// be made on any thread.
    ///
    /// - Precondition: `rgba.count >= bytesPerRow * height`, `bytesPerRow >= 4 * width`, and neither side is 0.
    public init(width: Int, height: Int, bytesPerRow: Int, rgba: [UInt8]) {
        precondition(width > 0 && height > 0 && bytesPerRow >= 4 * width && rgba.count >= bytesPerRow * height)
        let bytes = g_bytes_new(rgba, gsize(rgba.count))
        defer { g_bytes_unref(bytes) }
        guard
            let made = gdk_memory_texture_new(
                CInt(width), CInt(height), GDK_MEMORY_R8G8B8A8, bytes, gsize(bytesPerRow))
        else { preconditionFailure("never NULL for the sizes checked above") }
        object = ObjectReference(taking: UnsafeMutableRawPointer(made))
    }

    /// A texture of BGRA bytes without padding, colours multiplied by alpha: what cairo draws without converting it. The
    /// bytes are copied.
    ///
    /// - Precondition: `bgra.count == 4 * width * height`, and neither side is 0.
    public init(width: Int, height: Int, bgra: [UInt8]) {
        precondition(width > 0 && height > 0 && bgra.count == 4 * width * height)
        let bytes = g_bytes_new(bgra, gsize(bgra.count))
        defer { g_bytes_unref(bytes) }
        guard
            let made = gdk_memory_texture_new(
                CInt(width), CInt(height), GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes, gsize(4 * width))
        else { preconditionFailure("never NULL for the sizes checked above") }
        object = ObjectReference(taking: UnsafeMutableRawPointer(made))
    }

    /// How large it is, in pixels.
    public var size: (width: Double, height: Double) {
        (Double(gdk_texture_get_width(object.opaque)), Double(gdk_texture_get_height(object.opaque)))
    }

    /// Writes it as a PNG file; false if the file could not be written.
    public func savePNG(to path: String) -> Bool { gdk_texture_save_to_png(object.opaque, path) != 0 }
}
