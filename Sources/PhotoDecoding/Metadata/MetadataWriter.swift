import CGLib
import Foundation
import GLibBridge
import PhotoCore

/// Copies metadata between pictures with Exiv2: Exif, IPTC and XMP.
package enum MetadataWriter {
    /// Tags that are wrong after rotating, converting to sRGB, scaling and filtering. Everything else from a person or
    /// a camera stays.
    private static let outdated = [
        "Xmp.tiff.Orientation", "Xmp.exif.ColorSpace", "Xmp.exif.PixelXDimension", "Xmp.exif.PixelYDimension",
        "Xmp.tiff.ImageWidth", "Xmp.tiff.ImageLength", "Xmp.photoshop.ICCProfile", "Exif.Image.ImageWidth",
        "Exif.Image.ImageLength", "Exif.Image.Compression", "Exif.Image.BitsPerSample", "Exif.Image.SamplesPerPixel",
        "Exif.Image.PhotometricInterpretation", "Exif.Image.StripOffsets", "Exif.Image.StripByteCounts",
        "Exif.Image.RowsPerStrip", "Exif.Image.InterColorProfile", "Exif.Iop.InteroperabilityIndex",
        "Exif.Iop.InteroperabilityVersion",
    ]

    /// See ``PictureEncoding/carryMetadata(of:toFileAt:size:)``.
    package static func carry(_ original: Data, toFileAt path: String, _ size: PixelSize) throws(SaveFailure) {
        try withMetadata(of: original, size, else: ()) { (metadata, library) throws(SaveFailure) in
            try save(metadata, library, path)
        }
    }

    /// The same in memory: `picture` with the metadata of `original`; nil if that has none.
    package static func carry(_ original: Data, to picture: Data, _ size: PixelSize) throws(SaveFailure) -> Data? {
        try withMetadata(of: original, size, else: nil) { (metadata, library) throws(SaveFailure) in
            guard let saveStream = library.saveStream else { throw failure("gexiv2 0.14 is not installed") }
            let stream = MemoryStream(picture)
            var reason: String?
            do throws(GLibError) {
                let isSaved = try GLibError.check { error in
                    stream.withCallbacks { saveStream(metadata, $0, error) }
                }
                if isSaved == 0 { reason = "the library does not say why" }
            } catch {
                reason = error.message
            }
            if let reason { throw Self.failure(reason) }
            return stream.data
        }
    }

    /// What `body` makes of the adjusted metadata of `original`; `nothing` if there is none.
    private static func withMetadata<Value>(
        of original: Data, _ size: PixelSize, else nothing: Value,
        _ body: (GExiv2.Metadata, GExiv2) throws(SaveFailure) -> Value
    ) throws(SaveFailure) -> Value {
        guard !original.isEmpty, let library = GExiv2.shared, let made = library.new() else { return nothing }
        let metadata = ObjectReference(taking: made)
        let result = original.withUnsafeBytes { bytes in
            // The library reads these bytes as long as the object lives.
            withExtendedLifetime(metadata) { () -> Result<Value, SaveFailure> in
                let isOpen = try? GLibError.check { library.open(metadata.pointer, bytes.baseAddress, bytes.count, $0) }
                // A format without metadata, or with unreadable metadata.
                guard isOpen == 1 else { return .success(nothing) }
                bringUpToDate(metadata.pointer, library, size)
                return Result { () throws(SaveFailure) in try body(metadata.pointer, library) }
            }
        }
        return try result.get()
    }

    private static func failure(_ reason: String) -> SaveFailure {
        .other(reason: "what the camera wrote can't be kept (\(reason)). Export it without metadata")
    }

    private static func bringUpToDate(_ metadata: GExiv2.Metadata, _ library: GExiv2, _ size: PixelSize) {
        for tag in outdated where library.hasTag(metadata, tag, nil) != 0 { _ = library.clearTag(metadata, tag, nil) }
        // The thumbnail shows the unedited photo.
        library.eraseThumbnail(metadata, nil)
        let numbers = [
            // Upright, and 1 for sRGB (Exif 2.32, tags 0x0112 and 0xA001).
            ("Exif.Image.Orientation", 1), ("Exif.Photo.ColorSpace", 1),
            ("Exif.Photo.PixelXDimension", size.width), ("Exif.Photo.PixelYDimension", size.height),
        ]
        for (tag, number) in numbers where library.hasTag(metadata, tag, nil) != 0 {
            _ = library.setNumber(metadata, tag, number, nil)
        }
    }

    private static func save(_ metadata: GExiv2.Metadata, _ library: GExiv2, _ path: String) throws(SaveFailure) {
        var reason: String?
        do throws(GLibError) {
            let isSaved = try GLibError.check { library.save(metadata, path, $0) }
            if isSaved == 0 { reason = "the library does not say why" }
        } catch {
            reason = error.message
        }
        // It rewrites the file from memory, and does not always report a full disk.
        guard let written = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped),
            !EncodedPicture(written).isEndMissing, EncodedPicture.Format(sniffing: written) != nil
        else { throw .noRoom }
        if let reason { throw failure(reason) }
    }
}
