import CGdkPixbuf
import GLibBridge
import PhotoCore

/// Encodes pixels as JPEG, through GdkPixbuf.
enum JPEGWriter {
    /// 85 of 100: common for cameras and photo sites.
    static let quality = 85

    /// The JPEG of `pixels`, which is not empty; without alpha. May be called from any thread.
    static func encode(_ pixels: PixelBuffer) throws(GLibError) -> [UInt8] {
        var buffer: UnsafeMutablePointer<CChar>?
        var length: gsize = 0
        defer { g_free(buffer) }
        try pixels.bytes.withUnsafeBytesTyped { bytes throws(GLibError) in
            guard
                let pixbuf = gdk_pixbuf_new_from_data(
                    bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), GDK_COLORSPACE_RGB, 1, 8,
                    Int32(pixels.width), Int32(pixels.height),
                    Int32(pixels.bytesPerRow), nil, nil)
            else { preconditionFailure("only a size of zero gives NULL here") }
            defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
            // One option, as two arrays that end with NULL.
            var key = [g_strdup("quality"), nil]
            var value = [g_strdup("\(quality)"), nil]
            defer {
                g_free(key[0])
                g_free(value[0])
            }
            _ = try GLibError.check { gdk_pixbuf_save_to_bufferv(pixbuf, &buffer, &length, "jpeg", &key, &value, $0) }
        }
        return [UInt8](UnsafeRawBufferPointer(start: buffer, count: Int(length)))
    }
}
