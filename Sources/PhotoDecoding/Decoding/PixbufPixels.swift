import CGdkPixbuf
import Foundation
import GLibBridge
import PhotoCore

/// A decoded GdkPixbuf.
struct PixbufPixels {
    private let object: ObjectReference

    init(borrowing pixbuf: OpaquePointer) {
        object = ObjectReference(borrowing: UnsafeMutableRawPointer(pixbuf))
    }

    /// The loader's orientation: for JPEG and TIFF.
    var orientation: ExifOrientation? {
        guard let text = gdk_pixbuf_get_option(object.opaque, "orientation") else { return nil }
        return Int(String(cString: text)).flatMap(ExifOrientation.init)
    }

    /// The ICC profile, if the loader passes it on: for JPEG, PNG, TIFF, AVIF and HEIF.
    var colorProfile: Data? {
        guard let text = gdk_pixbuf_get_option(object.opaque, "icc-profile") else { return nil }
        return Data(base64Encoded: String(cString: text))
    }

    /// Calls `body` with the pixels in place; nil if they are unreadable.
    func withSource(_ body: (AreaScaler.Source) -> PixelBuffer?) -> PixelBuffer? {
        let pixbuf = object.opaque
        // GdkPixbuf only has 8 bits per sample.
        guard let pixels = gdk_pixbuf_read_pixels(pixbuf) else { return nil }
        let source = AreaScaler.Source(
            bytes: UnsafeRawBufferPointer(start: pixels, count: Int(gdk_pixbuf_get_byte_length(pixbuf))),
            size: PixelSize(width: Int(gdk_pixbuf_get_width(pixbuf)), height: Int(gdk_pixbuf_get_height(pixbuf))),
            bytesPerRow: Int(gdk_pixbuf_get_rowstride(pixbuf)), channels: Int(gdk_pixbuf_get_n_channels(pixbuf)))
        return withExtendedLifetime(object) { source.flatMap(body) }
    }

    var copy: PixbufPixels? {
        gdk_pixbuf_copy(object.opaque).map { copied in
            defer { g_object_unref(UnsafeMutableRawPointer(copied)) }
            return PixbufPixels(borrowing: copied)
        }
    }

    /// The loader's pixels in place, converted from the colours of `profile`, premultiplied, and moved to a plane; nil
    /// without pixels, or if `watch` has ended it.
    func plane(from profile: Data?, _ watch: DecodeWatch) -> PhotoPlane? {
        let pixbuf = object.opaque
        guard let pixels = gdk_pixbuf_get_pixels(pixbuf), gdk_pixbuf_get_bits_per_sample(pixbuf) == 8 else {
            return nil
        }
        let size = PixelSize(width: Int(gdk_pixbuf_get_width(pixbuf)), height: Int(gdk_pixbuf_get_height(pixbuf)))
        let bytesPerRow = Int(gdk_pixbuf_get_rowstride(pixbuf))
        let channels = Int(gdk_pixbuf_get_n_channels(pixbuf))
        guard PlaneColors.convert(pixels, size, bytesPerRow: bytesPerRow, channels: channels, profile, watch),
            PlaneColors.premultiply(pixels, size, bytesPerRow: bytesPerRow, channels: channels, watch)
        else { return nil }
        return PhotoPlane(
            taking: pixels, size: size, bytesPerRow: bytesPerRow, channels: channels,
            release: { [object] in withExtendedLifetime(object) {} })
    }
}
