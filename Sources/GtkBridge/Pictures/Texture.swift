import CGtk
import GLibBridge

/// A picture that widgets can draw.
public final class Texture: Sendable {
    let object: ObjectReference

    init(_ object: ObjectReference) { self.object = object }

    /// A texture of RGBA bytes, 8 bits per channel, not premultiplied. Copies the bytes; without alpha if all pixels
    /// are opaque: GTK's cairo renderer converts a texture in each frame, RGB in a quarter of the time. Needs no
    /// display; may be created on any thread.
    ///
    /// - Precondition: `rgba.count >= bytesPerRow * height`, `bytesPerRow >= 4 * width`, and neither side is 0.
    public init(width: Int, height: Int, bytesPerRow: Int, rgba: [UInt8]) {
        precondition(width > 0 && height > 0 && bytesPerRow >= 4 * width && rgba.count >= bytesPerRow * height)
        let rgb = OpaquePixels.rgb(of: rgba, width: width, height: height, bytesPerRow: bytesPerRow)
        let bytes = g_bytes_new(rgb ?? rgba, gsize((rgb ?? rgba).count))
        let format = rgb == nil ? GDK_MEMORY_R8G8B8A8 : GDK_MEMORY_R8G8B8
        object = Self.make(width, height, format, bytes, rgb == nil ? bytesPerRow : 3 * width)
    }

    /// A texture of premultiplied BGRA bytes without padding, which cairo draws without conversion. Copies the bytes.
    ///
    /// - Precondition: `bgra.count == 4 * width * height`, and neither side is 0.
    public init(width: Int, height: Int, bgra: [UInt8]) {
        precondition(width > 0 && height > 0 && bgra.count == 4 * width * height)
        let bytes = g_bytes_new(bgra, gsize(bgra.count))
        object = Self.make(width, height, GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes, 4 * width)
    }

    /// A texture of pixels in place: RGB or premultiplied RGBA, 8 bits per channel. Retains `keeper` as long as it
    /// lives. Needs no display; may be created on any thread.
    ///
    /// - Precondition: `channels` is 3 or 4, neither side is 0, `bytesPerRow >= channels * width`, and `base` points to
    ///   `bytesPerRow * (height - 1) + channels * width` bytes, which nobody writes as long as `keeper` lives.
    public init(
        width: Int, height: Int, bytesPerRow: Int, channels: Int, base: UnsafeRawPointer,
        keeping keeper: some AnyObject & Sendable
    ) {
        precondition(width > 0 && height > 0 && (channels == 3 || channels == 4) && bytesPerRow >= channels * width)
        let bytes = g_bytes_new_with_free_func(
            base, gsize(bytesPerRow * (height - 1) + channels * width),
            releaseObject, Unmanaged<AnyObject>.passRetained(keeper).toOpaque())
        let format = channels == 3 ? GDK_MEMORY_R8G8B8 : GDK_MEMORY_R8G8B8A8_PREMULTIPLIED
        object = Self.make(width, height, format, bytes, bytesPerRow)
    }

    /// Takes over `bytes`.
    private static func make(
        _ width: Int, _ height: Int, _ format: GdkMemoryFormat, _ bytes: OpaquePointer?, _ bytesPerRow: Int
    ) -> ObjectReference {
        defer { g_bytes_unref(bytes) }
        return ObjectReference(
            new: gdk_memory_texture_new(CInt(width), CInt(height), format, bytes, gsize(bytesPerRow)))
    }

    /// Width in pixels.
    var width: Int { Int(gdk_texture_get_width(object.opaque)) }
    /// Height in pixels.
    var height: Int { Int(gdk_texture_get_height(object.opaque)) }

    /// Writes it as a PNG file; false on failure.
    public func savePNG(to path: UnsafePointer<CChar>) -> Bool { gdk_texture_save_to_png(object.opaque, path) != 0 }
}
