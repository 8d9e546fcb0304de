/// An address apart from the size or the form that it names beyond doubt, so that this alone makes two addresses one
/// photo: `sea-1024x683.jpg`, `/s1600/sea.jpg`, `/16x9/sea.jpg`. Numbers of a series and letters are none.
struct PictureForm {
    /// Equal for the forms of one photo.
    let key: [[UInt8]]
    /// The longer side in pixels that it names, or a rank below all sides if it names only a ratio; nil for the picture
    /// as it was made.
    let side: Int?

    /// Smaller numbers count something else.
    private static let leastSide = 50
    /// More than any picture has.
    private static let longestSide = 20_000
    /// The forms in which search engines want a picture, by how much of a photo they show.
    private static let ratios = ["1x1": 0, "16x9": 1, "3x2": 2, "4x3": 3]

    /// The form of `address`; with `hasRatios`, a ratio is one as well.
    init(_ address: [UInt8], hasRatios: Bool = false) {
        let path = address.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        var parts = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { Array($0) }
        var side: Int?
        for index in parts.indices.dropLast() {
            guard let told = Self.side(of: parts[index], hasRatios, isFolder: true) else { continue }
            side = max(side ?? 0, told)
            parts[index] = []
        }
        if let name = parts.last, let dot = name.lastIndex(of: UInt8(ascii: ".")),
            let dash = name[..<dot].lastIndex(of: UInt8(ascii: "-")), dash > 0,
            let told = Self.side(of: Array(name[(dash + 1)..<dot]), hasRatios, isFolder: false)
        {
            side = max(side ?? 0, told)
            parts[parts.count - 1] = Array(name[..<dash] + name[dot...])
        }
        key = parts + [Array(address[path.endIndex...])]
        self.side = side
    }

    /// Whether it is larger than another form of the same photo.
    func isLarger(than other: PictureForm) -> Bool { (side ?? .max) > (other.side ?? .max) }

    /// The longer side that a part of an address names: "1024x683", and in folders "s1600" and "w640-h480"; nil if it
    /// names none.
    private static func side(of part: [UInt8], _ hasRatios: Bool, isFolder: Bool) -> Int? {
        let text = String(decoding: part.prefix(20), as: UTF8.self)
        if hasRatios, let rank = ratios[text] { return rank }
        let sides = text.split(separator: "x", omittingEmptySubsequences: false)
        if sides.count == 2 {
            let numbers = sides.compactMap { number($0) }
            return numbers.count == 2 ? numbers.max() : nil
        }
        guard isFolder else { return nil }
        let words = text.split(separator: "-")
        guard let first = words.first?.first, "swh".contains(first), words.count <= 3 else { return nil }
        return words.first.flatMap { number($0.dropFirst()) }
    }

    private static func number(_ text: Substring) -> Int? {
        guard text.utf8.allSatisfy(URLText.isDigit), let number = Int(text) else { return nil }
        return (leastSide...longestSide).contains(number) ? number : nil
    }
}
