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

    /// The widest picture, if it is wider than all that the picture itself names; nil unless both say how wide they
    /// are. `own` has widths, `address` is where the picture itself is, and `width` is that of its element: the file's
    /// only where the sources' elements have widths, too, and otherwise that of the place on the page.
    func wider(than own: SourceSet, at address: [UInt8], width: Int?) -> [UInt8]? {
        var best: (location: [UInt8], width: Double, isAttributed: Bool)?
        for source in sources {
            guard let widest = source.set.widest, widest.width > best?.width ?? 0 else { continue }
            best = (widest.location, widest.width, source.isAttributed)
        }
        guard let best else { return nil }
        let stated = own.widest?.width ?? sources.compactMap { $0.set.width(of: address) }.max()
        guard let width = stated ?? (best.isAttributed ? width.map(Double.init) : nil), best.width > width else {
            return nil
        }
        return best.location
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
