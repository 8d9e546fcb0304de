import CGdkPixbuf
import Foundation
import GLibBridge
import PhotoCore

/// Converts a thumbnail's pixels to and from PNG.
public struct ThumbnailPicture: ThumbnailCoding {
    /// A converter that works in this process.
    public init() {}

    /// See ``ThumbnailCoding/decode(_:toFill:isCancelled:)``.
    public func decode(_ data: Data, toFill size: PixelSize, isCancelled: () -> Bool) -> PixelBuffer? {
        guard let loader = PixbufLoader(format: .png), (try? loader.write(data)) != nil,
            let pixels = try? loader.finish()
        else { return nil }
        return pixels.withSource { source in
            AreaScaler.shrink(source, to: CoverFit(of: source.size, filling: size), isCancelled: isCancelled)
        }
    }

    /// See ``ThumbnailCoding/encode(_:labels:)``.
    public func encode(_ picture: PixelBuffer, labels: [(key: String, text: String)]) -> Data? {
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
