import Foundation

/// A service of the IIIF Image API: it gives a picture in any size, or in those that it lists
/// (https://iiif.io/api/image/3.0/, https://iiif.io/api/image/2.1/, https://iiif.io/api/image/1.1/).
struct IIIFService: Sendable, Equatable {
    /// Its address, without a slash at the end.
    let base: String
    /// The version of the API: 1, 2 or 3.
    let version: Int
    /// The compliance level, 0 to 2. At 0 it gives only the sizes it lists.
    let level: Int
    /// The whole picture's size, if known.
    var size: PixelSize?
    private let sizes: [PixelSize]
    /// How much of a picture it gives at most.
    private let limits: Limits

    /// The service that `value` describes; nil if it is none, or one of another kind. `version` is the likely one.
    init?(_ value: TreeValue, version likely: Int) {
        guard let base = value["id", "@id"]?.text, !base.isEmpty else { return nil }
        let types = value.types
        let profile = value["profile"]?.all ?? []
        let level = profile.lazy.compactMap { $0.text.flatMap(Self.level) }.first
        // The profile comes first: servers give services of version 1 the context of version 2.
        let words =
            types + profile.compactMap(\.text)
            + [value["@context"]?.all.last?.text ?? "", value["protocol"]?.text ?? ""]
        let isService =
            types.contains { $0.hasPrefix("ImageService") } || level != nil
            || words.contains { $0.contains("iiif.io/api/image") || $0.contains("iiif/image-api") }
        guard isService else { return nil }
        var plain = base[...]
        if plain.hasSuffix("/info.json") { plain = plain.dropLast("/info.json".count) }
        while plain.hasSuffix("/") { plain = plain.dropLast() }
        self.base = String(plain)
        self.version = words.lazy.compactMap(Self.version).first ?? likely
        self.level = level ?? 1
        size = Self.size(value)
        sizes = (value["sizes"]?.all ?? []).compactMap(Self.size).sorted { Self.longer($0) < Self.longer($1) }
        limits = Limits([value] + profile)
    }

    /// The address of the whole picture, or of the largest there is.
    var whole: String { request(version == 3 || limits.areStated ? "max" : "full") }

    /// The longer side of a row's picture in an address that does not depend on the row.
    static let usualSide = 400
    /// A picture that is not much larger needs no smaller one.
    private static let sufficientSide = 640
    /// The side of a row's picture.
    private static let leastSide = 160

    /// The address of a smaller picture for a row, which ``ScaledPicture`` makes that of the size at which the row is
    /// shown; nil if the whole one is small, or there is none. `shape` is used where the service does not say how large
    /// its picture is: then it is that of the usual size.
    func small(shape: PixelSize?) -> String? {
        if level == 0 {
            guard let fitting = sizes.first(where: { Self.longer($0) >= Self.leastSide }) ?? sizes.last else {
                return nil
            }
            let small = request(version == 3 ? "\(fitting.width),\(fitting.height)" : "\(fitting.width),")
            return ScaledPicture.marked(small, whole: sizes.last ?? fitting, sizes: sizes)
        }
        guard let shape = size ?? shape, shape.width > 0, shape.height > 0 else {
            return request("\(Self.usualSide),")
        }
        let longer = Self.longer(shape)
        if longer <= Self.sufficientSide { return nil }
        let width = Double(shape.width) * Double(Self.usualSide) / Double(longer)
        let small = request("\(max(1, Int(width.rounded()))),")
        return size.map { ScaledPicture.marked(small, whole: limits.applied(to: $0)) } ?? small
    }

    private func request(_ size: String) -> String {
        "\(base)/full/\(size)/0/\(version == 1 ? "native" : "default").jpg"
    }

    private static func longer(_ size: PixelSize) -> Int { max(size.width, size.height) }

    private static func size(_ value: TreeValue) -> PixelSize? {
        guard let width = value["width"]?.number, let height = value["height"]?.number else { return nil }
        return PixelSize(width: width, height: height)
    }

    /// "level2", "http://iiif.io/api/image/2/level1.json", "…compliance.html#level1".
    private static func level(_ profile: String) -> Int? {
        guard let range = profile.range(of: "level"), let digit = profile[range.upperBound...].first?.wholeNumberValue
        else { return nil }
        return min(digit, 2)
    }

    private static func version(_ text: String) -> Int? {
        if text.hasPrefix("ImageService") { return text.dropFirst("ImageService".count).first?.wholeNumberValue }
        if text.contains("iiif/image-api") { return 1 }
        guard let range = text.range(of: "iiif.io/api/image/"),
            let digit = text[range.upperBound...].first?.wholeNumberValue
        else { return nil }
        return (1...3).contains(digit) ? digit : nil
    }
}

extension IIIFService {
    /// The largest picture that a service gives, as it states (https://iiif.io/api/image/3.0/#53-properties).
    private struct Limits: Sendable, Equatable {
        private var width: Int?
        private var height: Int?
        private var area: Int?

        init(_ values: [TreeValue]) {
            for value in values {
                width = width ?? value["maxWidth"]?.number
                height = height ?? value["maxHeight"]?.number
                area = area ?? value["maxArea"]?.number
            }
            areStated = values.contains { $0["maxWidth", "maxHeight", "maxArea"] != nil }
        }

        /// Whether it gives less than the whole picture.
        let areStated: Bool

        /// The largest size of a picture whose whole one has `size`.
        func applied(to size: PixelSize) -> PixelSize {
            var scale = 1.0
            if let width { scale = min(scale, Double(width) / Double(size.width)) }
            // A service that states only a width means both sides.
            if let height = height ?? width { scale = min(scale, Double(height) / Double(size.height)) }
            if let area { scale = min(scale, (Double(area) / Double(size.width) / Double(size.height)).squareRoot()) }
            // Rounded down: one pixel more is refused.
            return PixelSize(
                width: max(1, Int(Double(size.width) * scale)), height: max(1, Int(Double(size.height) * scale)))
        }
    }
}
