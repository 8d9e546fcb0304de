import Foundation
import PhotoCore

/// What a thumbnail says of itself, once it is known to be whole and of the right photo.
struct ThumbnailLabels {
    /// The thumbnail's own size.
    private let size: PixelSize
    /// The photo's size, where the thumbnail tells it.
    private let original: PixelSize?
    /// Why there is no picture in it, in a failure's.
    let failure: DecodeFailure?

    /// Other programs' keys of their own are of this form.
    private static let failureKey = "Thumb::X-ClassicPhotos::Failure"

    /// Nil where `data` is no whole PNG, or was made of another photo or of another version of it.
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

    /// Whether the thumbnail is no larger than its folder allows.
    func fits(_ thumbnail: ThumbnailSize) -> Bool { max(size.width, size.height) <= thumbnail.side }

    /// Whether the thumbnail covers `wanted`, or the photo itself is no larger than it.
    func fills(_ wanted: PixelSize) -> Bool {
        size.width >= wanted.width && size.height >= wanted.height || size == original
    }

    /// What a thumbnail with `picture` is to say.
    static func texts(
        of version: PhotoVersion, uri: String, _ picture: WholePicture
    ) -> [(key: String, text: String)] {
        texts(of: version, uri: uri) + [
            ("Thumb::Mimetype", picture.format.mediaType),
            ("Thumb::Image::Width", "\(picture.original.width)"),
            ("Thumb::Image::Height", "\(picture.original.height)"),
        ]
    }

    /// What the note of a failure is to say; `record` is the failure's.
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

    /// Whole seconds; some programs write fractions behind them.
    private static func seconds(_ text: String?) -> Int? {
        guard let text else { return nil }
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count < 2 || parts[1].allSatisfy(\.isNumber) else { return nil }
        return parts.first.flatMap { Int($0) }
    }
}
