import CGdkPixbuf
import Foundation
import GLibBridge
import PhotoCore

/// Converts a thumbnail's pixels to and from PNG.
package enum ThumbnailPicture {
    /// The middle of the picture in `data`, a complete PNG, shrunk to fill `size`.
    package static func decode(_ data: Data, toFill size: PixelSize, isCancelled: () -> Bool) -> PixelBuffer? {
        guard let loader = PixbufLoader(format: .png), (try? loader.write(data)) != nil,
            let pixels = try? loader.finish()
        else { return nil }
        return pixels.withSource { source in
            AreaScaler.shrink(source, to: CoverFit(of: source.size, filling: size), isCancelled: isCancelled)
        }
    }

    /// `picture` as a PNG with `labels`, and with alpha, as the standard requires.
    package static func encode(_ picture: PixelBuffer, labels: [(key: String, text: String)]) -> Data? {
        var keys: [UnsafeMutablePointer<CChar>?] = labels.map { g_strdup("tEXt::" + $0.key) } + [nil]
        var texts: [UnsafeMutablePointer<CChar>?] = labels.map { g_strdup($0.text) } + [nil]
        defer { for string in keys + texts { g_free(string) } }
        var buffer: UnsafeMutablePointer<gchar>?
        var count: gsize = 0
        let isSaved = picture.bytes.withUnsafeBufferPointer { bytes in
            guard
                let pixbuf = gdk_pixbuf_new_from_data(
                    bytes.baseAddress, GDK_COLORSPACE_RGB, 1, 8, CInt(picture.width), CInt(picture.height),
                    CInt(picture.bytesPerRow), nil, nil)
            else { return false }
            defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
            return gdk_pixbuf_save_to_bufferv(pixbuf, &buffer, &count, "png", &keys, &texts, nil) != 0
        }
        defer { g_free(buffer) }
        return isSaved ? buffer.map { Data(bytes: $0, count: Int(count)) } : nil
    }
}
