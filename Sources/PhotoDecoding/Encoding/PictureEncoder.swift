import CGdkPixbuf
import Foundation
import GLibBridge
import PhotoCore

/// Encodes pictures: JPEG and PNG with GdkPixbuf, WebP with libwebp.
public struct PictureEncoder: PictureEncoding {
    /// The available formats.
    public let formats: [ExportOptions.Format]

    /// An encoder for the installed formats.
    public init() {
        let writable = Self.writableNames
        formats = ExportOptions.Format.allCases.filter { $0 == .webp || writable.contains($0.rawValue) }
    }

    private static var writableNames: Set<String> {
        let list = gdk_pixbuf_get_formats()
        defer { g_slist_free(list) }
        var names: Set<String> = []
        var next = list
        while let item = next {
            next = item.pointee.next
            guard let data = item.pointee.data else { continue }
            let format = OpaquePointer(data)
            guard gdk_pixbuf_format_is_writable(format) != 0, let name = gdk_pixbuf_format_get_name(format) else {
                continue
            }
            names.insert(String(cString: name))
            g_free(name)
        }
        return names
    }

    /// zlib's 4 of 9: a grainy photo of 24 megapixels took 5.5 s instead of 13.8 s at the usual 6, with the same file
    /// size.
    private static let pngCompression = 4

    /// See ``PictureEncoding``. The libraries need additional memory for a few rows (JPEG, PNG), or for half of the
    /// pixels (WebP).
    public func encode(
        _ pixels: ExportPixels, as format: ExportOptions.Format, quality: Int, isCancelled: () -> Bool,
        write: (UnsafeRawBufferPointer) throws(SaveFailure) -> Void
    ) throws(PhotoSaveFailure) {
        let result = withoutActuallyEscaping(isCancelled) { isCancelled in
            withoutActuallyEscaping(write) { write in
                let writing = EncodedWriting(isCancelled, write)
                return pixels.bytes.withUnsafeBufferPointer { bytes in
                    Result { () throws(PhotoSaveFailure) in
                        try Self.encode(
                            EncodedPixels(bytes: bytes, size: pixels.size, channels: pixels.channels), format, quality,
                            writing)
                    }
                }
            }
        }
        try result.get()
    }

    /// The same for pixels anywhere in memory.
    package static func encode(
        _ pixels: EncodedPixels, _ format: ExportOptions.Format, _ quality: Int, _ writing: EncodedWriting
    ) throws(PhotoSaveFailure) {
        if format == .webp { return try WebPEncoder.encode(pixels, quality, writing) }
        guard
            let pixbuf = gdk_pixbuf_new_from_data(
                pixels.bytes.baseAddress, GDK_COLORSPACE_RGB, pixels.channels == 4 ? 1 : 0, 8, CInt(pixels.size.width),
                CInt(pixels.size.height), CInt(pixels.channels * pixels.size.width), nil, nil)
        else { throw .encode(reason: translatable("It has no pixels.")) }
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        do throws(GLibError) {
            try save(pixbuf, format, quality, writing)
        } catch {
            throw writing.failure ?? .encode(reason: error.message)
        }
        if let failure = writing.failure { throw failure }
    }

    private static func save(
        _ pixbuf: OpaquePointer, _ format: ExportOptions.Format, _ quality: Int, _ writing: EncodedWriting
    ) throws(GLibError) {
        // One option, as two arrays that end with NULL.
        let option = format.hasQuality ? ("quality", quality) : ("compression", pngCompression)
        var keys: [UnsafeMutablePointer<CChar>?] = [g_strdup(option.0), nil]
        var values: [UnsafeMutablePointer<CChar>?] = [g_strdup("\(option.1)"), nil]
        defer { for text in keys + values { g_free(text) } }
        let data = Unmanaged.passUnretained(writing).toOpaque()
        _ = try withExtendedLifetime(writing) { () throws(GLibError) in
            try GLibError.check { error in
                gdk_pixbuf_save_to_callbackv(
                    pixbuf,
                    { bytes, count, error, data in
                        guard let data else { return 0 }
                        let writing = Unmanaged<EncodedWriting>.fromOpaque(data).takeUnretainedValue()
                        if writing.take(UnsafeRawBufferPointer(start: bytes, count: Int(count))) { return 1 }
                        // Its text is unused: the writer's own failure is reported.
                        g_set_error_literal(error, g_file_error_quark(), CInt(G_FILE_ERROR_FAILED.rawValue), "")
                        return 0
                    }, data, format.rawValue, &keys, &values, error)
            }
        }
    }

    /// See ``PictureEncoding``, with Exiv2.
    public func carryMetadata(of original: Data, toFileAt path: String, size: PixelSize) throws(SaveFailure) {
        try MetadataWriter.carry(original, toFileAt: path, size)
    }
}
