import Foundation
import PhotoCore

/// A thumbnail's own description, once it is known to be complete and of the right photo.
struct ThumbnailLabels {
    /// The thumbnail's own size.
    private let size: PixelSize
    /// The photo's size, if the thumbnail states it.
    private let original: PixelSize?
    /// Why it contains no picture, for a failure.
    let failure: DecodeFailure?

    /// The standard's form for private keys.
    private static let failureKey = "Thumb::X-ClassicPhotos::Failure"

    /// Nil if `data` is no complete PNG, or belongs to another photo or version.
    init?(of version: PhotoVersion, uri: String, in data: Data) {
        guard let file = PNGFile(data), file.texts["Thumb::URI"] == uri,
            Self.seconds(file.texts["Thumb::MTime"]) == version.modified
        else { return nil }
        // Not every program writes it.
        if let said = file.texts["Thumb::Size"], let actual = version.byteCount, Int(said) != actual { return nil }
        size = file.size
        failure = file.texts[Self.failureKey].flatMap { DecodeFailure(record: $0) }
        if let width = file.texts["Thumb::Image::Width"].flatMap({ Int($0) }),
            let height = file.texts["Thumb::Image::Height"].flatMap({ Int($0) })
        {
            original = PixelSize(width: width, height: height)
        } else {
            original = nil
        }
    }

    /// Whether the thumbnail is within its folder's size.
    func fits(_ thumbnail: ThumbnailSize) -> Bool { max(size.width, size.height) <= thumbnail.side }

    /// Whether the thumbnail covers `wanted`, or the photo itself is no larger than it.
    func fills(_ wanted: PixelSize) -> Bool {
        size.width >= wanted.width && size.height >= wanted.height || size == original
    }

    /// The texts of a thumbnail with `picture`.
    static func texts(of version: PhotoVersion, uri: String, _ picture: WholePicture) -> [(key: String, text: String)] {
        texts(of: version, uri: uri) + [
            ("Thumb::Mimetype", picture.format.mediaType),
            ("Thumb::Image::Width", "\(picture.original.width)"),
            ("Thumb::Image::Height", "\(picture.original.height)"),
        ]
    }

    /// The texts of a failure; `record` is the failure's.
    static func texts(of version: PhotoVersion, uri: String, failure record: String) -> [(key: String, text: String)] {
        texts(of: version, uri: uri) + [(failureKey, record)]
    }

    private static func texts(of version: PhotoVersion, uri: String) -> [(key: String, text: String)] {
        var texts = [
            ("Thumb::URI", uri), ("Thumb::MTime", "\(version.modified)"), ("Software", "Classic Photos"),
        ]
        if let byteCount = version.byteCount { texts.append(("Thumb::Size", "\(byteCount)")) }
        return texts
    }

    /// Whole seconds; some programs append fractions.
    private static func seconds(_ text: String?) -> Int? {
        guard let text else { return nil }
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count < 2 || parts[1].allSatisfy(\.isNumber) else { return nil }
        return parts.first.flatMap { Int($0) }
    }
}
