/// The `<source>`s of a `<picture>`: one photo in other formats, and in sizes for other windows (HTML Living Standard,
/// 4.8.2).
struct PictureSources {
    private var sets: [SourceSet] = []

    /// More than any picture has; each takes as much as a ``SourceSet``.
    private static let most = 64

    /// Adds a `<source>`, unless its format cannot be shown.
    mutating func add(_ source: some MarkupAttributes) {
        guard sets.count < Self.most, Self.canBeShown(source.value(of: "type") ?? []) else { return }
        let lazy = source.dataValues.first { $0.name.elementsEqual("srcset".utf8) }?.value
        guard let text = lazy ?? source.value(of: "srcset") else { return }
        sets.append(SourceSet(text, longerSide: PageSize(of: source).width))
    }

    /// Stands for the photo if the picture itself has no address.
    var fallback: SourceSet? { sets.first }

    /// The widest picture, if it is wider than all that the picture itself names; nil unless both say how wide they
    /// are. `own` has widths, and `address` is where the picture itself is.
    func wider(than own: SourceSet, at address: [UInt8]) -> [UInt8]? {
        var best: (location: [UInt8], width: Double)?
        for set in sets {
            guard let widest = set.widest, widest.width > best?.width ?? 0 else { continue }
            best = widest
        }
        let stated = own.widest?.width ?? sets.compactMap { $0.width(of: address) }.max()
        guard let best, let stated, best.width > stated else { return nil }
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
