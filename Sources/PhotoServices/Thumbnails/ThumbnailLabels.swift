import Foundation
import PhotoCore

/// What a thumbnail says of itself, once it is known to be whole and of the right photo.
struct ThumbnailLabels {
    /// The thumbnail's own size.
    private let size: PixelSize
    /// The photo's size, where the thumbnail tells it.
    private let original: PixelSize?

    /// Nil where `data` is no whole PNG, is larger than its folder allows, or was made of another photo or of another
    /// version of it.
    init?(of version: PhotoVersion, uri: String, in data: Data, longestSide: Int) {
        guard let file = PNGFile(data), max(file.size.width, file.size.height) <= longestSide,
            file.texts["Thumb::URI"] == uri, Self.seconds(file.texts["Thumb::MTime"]) == version.modified
        else { return nil }
        // Not every program writes it.
        if let said = file.texts["Thumb::Size"], let actual = version.byteCount, Int(said) != actual { return nil }
        size = file.size
        if let width = file.texts["Thumb::Image::Width"].flatMap({ Int($0) }),
            let height = file.texts["Thumb::Image::Height"].flatMap({ Int($0) })
        {
            original = PixelSize(width: width, height: height)
        } else {
            original = nil
        }
    }

    /// Whether the thumbnail covers `wanted`, or the photo itself is no larger than it.
    func fills(_ wanted: PixelSize) -> Bool {
        size.width >= wanted.width && size.height >= wanted.height || size == original
    }

    /// What a new thumbnail is to say.
    static func texts(of version: PhotoVersion, uri: String, original: PixelSize?) -> [(key: String, text: String)] {
        var texts = [
            ("Thumb::URI", uri), ("Thumb::MTime", "\(version.modified)"), ("Software", "Classic Photos"),
        ]
        if let byteCount = version.byteCount { texts.append(("Thumb::Size", "\(byteCount)")) }
        if let original {
            texts.append(("Thumb::Image::Width", "\(original.width)"))
            texts.append(("Thumb::Image::Height", "\(original.height)"))
        }
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
