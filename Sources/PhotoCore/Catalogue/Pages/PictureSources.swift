/// The `<source>`s of a `<picture>`: one photo in other formats, and in sizes for other windows (HTML Living Standard,
/// 4.8.2).
struct PictureSources {
    private struct Source {
        let set: SourceSet
        /// Whether its attributes tell its width, not its addresses.
        let isAttributed: Bool
    }
    private var sources: [Source] = []
    /// What a script shows if there is no `<img>`; nil once there is one.
    private(set) var own: PagePicture?

    /// More than any picture has; each takes as much as a ``SourceSet``.
    private static let most = 64

    /// Those of a `<picture>` whose own attributes may name the picture that a script adds.
    init(of picture: some MarkupAttributes, line: Int) {
        let value = picture.dataValues.first { $0.role == .source || $0.name.elementsEqual("iesrc".utf8) }
        guard let location = value?.picture else { return }
        var own = PagePicture(location: location, line: line)
        own.ornament.add(PageOrnament.evidence(ofAddress: location))
        own.name = PageText.collapsed(picture.value(of: "data-alt") ?? picture.value(of: "title") ?? [])
        self.own = own
    }

    /// There is an `<img>`.
    mutating func leaveOwn() { own = nil }

    /// Adds a `<source>`, unless its format cannot be shown.
    mutating func add(_ source: some MarkupAttributes) {
        guard sources.count < Self.most, Self.canBeShown(source.value(of: "type") ?? []) else { return }
        let lazy = source.dataValues.first { $0.name.elementsEqual("srcset".utf8) }?.value
        guard let text = lazy ?? source.value(of: "srcset") else { return }
        sources.append(
            Source(
                set: SourceSet(text, longerSide: PageSize(of: source).width),
                isAttributed: SourceSet(text).widest == nil))
    }

    /// Stands for the photo if the picture itself has no address.
    var fallback: SourceSet? { sources.first?.set }

    /// The widest picture, if it is wider than all that the picture itself names, or the same one with more pixels for
    /// other displays; nil unless both say how wide they are. `own` has widths, and `address` is where the picture
    /// itself is, whose name may tell one. `width` is that of its element: the file's only where the sources' elements
    /// have widths, too, and otherwise that of the place on the page.
    func wider(than own: SourceSet, at address: [UInt8], width: Int?) -> [UInt8]? {
        var best: (location: [UInt8], width: Double, isAttributed: Bool)?
        for source in sources {
            guard let widest = source.set.widest, widest.width > best?.width ?? 0 else { continue }
            best = (widest.location, widest.width, source.isAttributed)
        }
        guard let best else {
            if !own.isEmpty { return nil }
            return sources.lazy.compactMap { $0.set.denser(than: address) }.first ?? larger(than: address)
        }
        let listed = own.widest?.width ?? sources.compactMap { $0.set.width(of: address) }.max()
        let named = own.isEmpty && !best.isAttributed ? Self.width(inNameOf: address) : nil
        // A number of the file itself is none of the widths.
        let stated = listed ?? named.flatMap { width in sources.contains { $0.set.has(width: width) } ? width : nil }
        guard let width = stated ?? (best.isAttributed ? width.map(Double.init) : nil), best.width > width else {
            return nil
        }
        return best.location
    }

    /// The source of the same picture whose address tells the greatest width, if that at `address` tells a smaller one.
    private func larger(than address: [UInt8]) -> [UInt8]? {
        guard let own = Self.told(by: address) else { return nil }
        var best: (location: [UInt8], width: Double)?
        for location in sources.flatMap(\.set.locations) {
            guard let told = Self.told(by: location), told.rest == own.rest else { continue }
            if told.width > best?.width ?? own.width { best = (location, told.width) }
        }
        return best?.location
    }

    /// The width that an address tells in its query, or else at the end of the file's name, and what is equal for other
    /// widths; nil if it tells none.
    private static func told(by address: [UInt8]) -> (width: Double, rest: [UInt8])? {
        if let width = address.withUnsafeBytes({ PictureSize.width(in: $0) }) {
            return (Double(width), PictureSameness.key(of: address))
        }
        guard !address.contains(UInt8(ascii: "?")), let width = Self.width(inNameOf: address),
            let end = address.lastIndex(where: { "-_".utf8.contains($0) })
        else { return nil }
        return (width, Array(address[..<end]))
    }

    /// The number at the end of a file's name, as tools that make sizes write it: "fjord-400.jpeg"; nil without one.
    private static func width(inNameOf address: [UInt8]) -> Double? {
        let stem = PageLink.fileName(address).split(separator: UInt8(ascii: ".")).first ?? []
        guard let separator = stem.lastIndex(where: { "-_".utf8.contains($0) }) else { return nil }
        let digits = stem[(separator + 1)...].prefix { $0 | 0x20 != UInt8(ascii: "w") }
        guard (2...4).contains(digits.count), digits.allSatisfy(URLText.isDigit) else { return nil }
        return Double(String(decoding: digits, as: UTF8.self))
    }

    private static func canBeShown(_ type: [UInt8]) -> Bool {
        let name = PageLink.trimmed(Array(type.prefix { $0 != UInt8(ascii: ";") }))
        return name.isEmpty || types.contains(String(decoding: name, as: UTF8.self).lowercased())
    }

    private static let types: Set<String> = [
        "image/jpeg", "image/jpg", "image/png", "image/gif", "image/webp", "image/avif", "image/heif", "image/heic",
        "image/tiff", "image/bmp", "image/svg+xml",
    ]
}
