import Foundation

/// A picture that a server gives in many sizes, by an address of the IIIF Image API.
///
/// A row's address of it is that of the usual size; its fragment says which others there are:
/// `…/full/400,/0/default.jpg#whole=4000x3000` is given in any size up to the whole one,
/// `…/full/300,200/0/default.jpg#whole=3000x2000&sizes=90x60,300x200,900x600` in these.
struct ScaledPicture: Sendable {
    /// The size of the largest picture in pixels.
    let whole: PixelSize
    /// All sizes, from the smallest; empty if the server gives any.
    private let sizes: [PixelSize]
    /// The address up to the size, and after it.
    private let ends: (start: String, end: String)
    /// The address of the usual size.
    let usualAddress: URL?
    /// Whether the address names both sides.
    private let namesBothSides: Bool

    private static let (wholeMark, sizesMark) = ("whole=", "&sizes=")
    /// The smallest side of a picture that is made; others are this times a power of two, so that a server makes few
    /// and the cache has them.
    private static let step = 200
    /// More than any server lists.
    private static let mostSizes = 16
    /// Of a picture that is made, in pixels: servers refuse to make more, and a row needs no more.
    private static let mostPixels = 8 << 20
    /// Pixels of a side: more than any picture has.
    private static let largestSide = 1 << 30

    /// The row's address of the picture at `address`, which is given in these `sizes`, or in any up to `whole`.
    static func marked(_ address: String, whole: PixelSize, sizes: [PixelSize] = []) -> String {
        let list = sizes.prefix(mostSizes).map(text).joined(separator: ",")
        return address + "#" + wholeMark + text(whole) + (list.isEmpty ? "" : sizesMark + list)
    }

    /// The picture at a row's address; nil for other addresses.
    init?(_ url: URL) {
        let text = url.absoluteString
        guard let mark = text.range(of: "#" + Self.wholeMark) else { return nil }
        let facts = text[mark.upperBound...]
        let list = facts.range(of: Self.sizesMark)
        guard let whole = Self.size(facts[..<(list?.lowerBound ?? facts.endIndex)]) else { return nil }
        self.whole = whole
        let listed = list.map { facts[$0.upperBound...].split(separator: ",") } ?? []
        sizes = listed.prefix(Self.mostSizes).compactMap(Self.size)
        if list != nil, sizes.isEmpty { return nil }
        // …/full/{size}/0/default.jpg
        let parts = text[..<mark.lowerBound].split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count > 4, parts[parts.count - 4] == "full", parts[parts.count - 2] == "0" else { return nil }
        let size = parts[parts.count - 3]
        guard let comma = size.firstIndex(of: ","), size.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "," }) else {
            return nil
        }
        namesBothSides = size.index(after: comma) < size.endIndex
        usualAddress = URL(string: String(text[..<mark.lowerBound]))
        ends = (String(text[..<size.startIndex]), String(text[size.endIndex..<mark.lowerBound]))
    }

    /// The address of the smallest picture that covers `wanted`; of the largest one if none does. A long picture may
    /// stay lower.
    func address(filling wanted: PixelSize) -> URL? { address(of: size(filling: wanted)) }

    /// The addresses of all sizes that are asked for.
    var addresses: [URL] {
        if !sizes.isEmpty { return sizes.compactMap { address(of: $0) } }
        var (found, side) = ([scaled(to: Self.step)], Self.step * 2)
        while found[found.count - 1] != whole, Self.isModest(scaled(to: side)) {
            found.append(scaled(to: side))
            side *= 2
        }
        return found.compactMap { address(of: $0) }
    }

    private func size(filling wanted: PixelSize) -> PixelSize {
        if !sizes.isEmpty {
            return sizes.first { $0.width >= wanted.width && $0.height >= wanted.height } ?? sizes[sizes.count - 1]
        }
        var (size, side) = (scaled(to: Self.step), Self.step)
        while size.width < wanted.width || size.height < wanted.height, size != whole {
            side *= 2
            guard Self.isModest(scaled(to: side)) else { break }
            size = scaled(to: side)
        }
        return size
    }

    private static func isModest(_ size: PixelSize) -> Bool {
        Double(size.width) * Double(size.height) <= Double(mostPixels)
    }

    /// The size with the whole one's shape and this longer side; never larger than the whole one.
    private func scaled(to side: Int) -> PixelSize {
        let scale = min(1, Double(side) / Double(max(whole.width, whole.height)))
        let (width, height) = ((Double(whole.width) * scale).rounded(), (Double(whole.height) * scale).rounded())
        return PixelSize(width: max(1, Int(width)), height: max(1, Int(height)))
    }

    private func address(of size: PixelSize) -> URL? {
        URL(string: ends.start + (namesBothSides ? "\(size.width),\(size.height)" : "\(size.width),") + ends.end)
    }

    private static func text(_ size: PixelSize) -> String { "\(size.width)x\(size.height)" }

    private static func size(_ text: Substring) -> PixelSize? {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard sides.count == 2, sides.allSatisfy({ (1...largestSide).contains($0) }) else { return nil }
        return PixelSize(width: sides[0], height: sides[1])
    }
}
