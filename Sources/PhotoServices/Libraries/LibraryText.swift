import Foundation
import PhotoCore

/// What servers of libraries tell, as text and numbers of any kind.
enum LibraryText {
    private static let longest = 4096
    /// No picture is longer.
    private static let mostPixels = 1_000_000

    /// A line to be shown; nil without one.
    static func line(_ text: String) -> String? {
        let shown = ShownText.line(String(text.prefix(longest)))
        return shown.isEmpty ? nil : shown
    }

    /// A camera's name; nil without one. Many models begin with their maker.
    static func camera(maker: String?, model: String?) -> String? {
        let isTold = maker.map { model?.lowercased().hasPrefix($0.lowercased()) == true } ?? true
        let name = [isTold ? nil : maker, model].compactMap(\.self).joined(separator: " ")
        return name.isEmpty ? nil : name
    }

    /// The whole number next to `number`; nil if that is negative or too large.
    static func whole(_ number: Double) -> Int? { number >= 0 ? Int(exactly: number.rounded()) : nil }

    /// "1/250", or "0.5"; nil if it is not more than 0.
    static func fraction(_ text: String) -> Double? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
        let value = parts.count == 2 ? parts[0] / parts[1] : parts.count == 1 ? parts[0] : .nan
        return value.isFinite && value > 0 ? value : nil
    }

    /// The size of a picture; nil if there is no such picture.
    static func size(_ width: Double?, _ height: Double?) -> PixelSize? {
        guard let width = width.flatMap(whole), let height = height.flatMap(whole),
            (1...mostPixels).contains(width), (1...mostPixels).contains(height)
        else { return nil }
        return PixelSize(width: width, height: height)
    }

    /// The upright size of a picture that is stored like this; nil if there is no such picture. Exif's orientations 5
    /// to 8 are those of pictures that lie on their sides.
    static func size(_ width: Double?, _ height: Double?, orientation: Double?) -> PixelSize? {
        let lies = orientation.map { (5...8).contains($0) } ?? false
        return lies ? size(height, width) : size(width, height)
    }
}

extension CatalogueBuilder {
    /// Adds the upright size of a photo to its row, if that is known.
    mutating func addSize(_ size: PixelSize?) {
        guard let size else { return }
        add(.width, String(size.width))
        add(.height, String(size.height))
    }
}
