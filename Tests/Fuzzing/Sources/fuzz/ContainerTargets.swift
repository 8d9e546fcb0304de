import Foundation
@testable import PhotoCore
@testable import PhotoServices

/// The containers of pictures: each as the document's bytes, and as the structure that the document describes.
extension FuzzTarget {
    static let containers = [exif, tiff, png, boxes, thumbnails]

    /// What a camera wrote into a JPEG, and the pictures within and behind it.
    private static let exif = FuzzTarget(name: "exif") { document in
        for tiff in [document, TIFFDocument(document).bytes] {
            for (marker, name) in [(UInt8(0xE1), "Exif\0\0"), (0xE2, "MPF\0")] {
                let photo = Data(PhotoSegments(marker: marker, Array(name.utf8) + tiff).bytes)
                inspect(photo)
                search(photo, step: photo.count)
            }
        }
    }

    private static let tiff = FuzzTarget(name: "tiff") { document in
        for tiff in [document, TIFFDocument(document).bytes] {
            inspect(Data(tiff))
            tiff.withUnsafeBytes { bytes in
                let bytes = ByteReader(bytes)
                _ = ExifOrientation(tiff: bytes, 0..<bytes.count)
                let missing = Int(document.first ?? 0) % (bytes.count + 1)
                guard let reader = TIFFReader(bytes, start: 0, end: bytes.count - missing),
                    let first = reader.firstDirectory
                else { return }
                for directory in [first, reader.directory(after: first) ?? first] {
                    for tag in [0x0100, 0x0101, 0x0112, 0x0201, 0xB002] {
                        _ = reader.value(tag, in: directory)
                        let range = reader.bytes(tag, in: directory) ?? 0..<0
                        expect(range.lowerBound >= 0 && range.upperBound <= bytes.count, "Bytes are outside")
                    }
                    _ = InnerPicture.Found.plain(reader, in: directory, bytes)
                }
            }
        }
    }

    private static let png = FuzzTarget(name: "png") { document in
        for png in [document, Array(PNGDocument([]).bytes.prefix(8)) + document, PNGDocument(document).bytes] {
            inspect(Data(png))
            if let file = PNGFile(Data(png)) {
                expect(file.size.width > 0 && file.size.height > 0, "A picture has no pixels: \(file.size)")
            }
        }
    }

    /// AVIF and HEIF.
    private static let boxes = FuzzTarget(name: "boxes") { document in
        for boxes in [document, BoxDocument(document).bytes] { inspect(Data(boxes)) }
    }

    /// A thumbnail's own description, and a failure's.
    private static let thumbnails = FuzzTarget(name: "thumbnails") { document in
        let uri = "file:///a.jpg"
        let version = PhotoVersion(url: URL(fileURLWithPath: "/a.jpg"), modified: 1)
        let texts = [(key: "Thumb::URI", text: uri), (key: "Thumb::MTime", text: "1")]
        for png in [document, PNGDocument(document, texts: texts).bytes] {
            guard let labels = ThumbnailLabels(of: version, uri: uri, in: Data(png)) else { continue }
            for size in ThumbnailSize.allCases { _ = labels.fits(size) }
            _ = labels.fills(.square(80))
            if let failure = labels.failure { expectSameRecord(failure) }
        }
        let failure = DecodeFailure(record: String(decoding: document, as: UTF8.self))
        if let failure { expectSameRecord(failure) }
    }

    /// A failure that is stored again, possibly with a shorter reason, stays the same.
    private static func expectSameRecord(_ failure: DecodeFailure) {
        _ = failure.description
        let record = failure.record
        let again = record.flatMap { DecodeFailure(record: $0) }
        expect(again?.record == record, "\(failure) is stored as \(again.map { "\($0)" } ?? "nothing")")
    }
}
