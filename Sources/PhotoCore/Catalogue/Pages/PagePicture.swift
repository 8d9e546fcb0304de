/// A photo that a page shows or links to.
package struct PagePicture: Sendable, Equatable {
    package var location: [UInt8] = []
    /// The address of a thumbnail; may be empty.
    package var thumbnail: [UInt8] = []
    /// Its name; empty if only the file name says one.
    package var name: [UInt8] = []
    /// Its description; may be empty.
    package var description: [UInt8] = []
    /// The address of a page about it; may be empty.
    package var page: [UInt8] = []
    /// Further addresses of the same photo.
    package var others: [[UInt8]] = []
    /// The first line of its element.
    package var line = 0
    /// What speaks against its being a photo (``PageOrnament``).
    var ornament = OrnamentEvidence()
    /// Where it is named.
    package var source = PictureSource.image
    /// Whether the page only links to it.
    package var isLinkOnly = false
    /// How often the page shows it, as far as was seen.
    var mentions = 1
    /// The longer side at which the page shows it, in CSS pixels; nil if unknown.
    var shownSide: Int?
    /// What else the link to it has; nil if no link leads to the picture itself.
    var spare: Spare?
    /// The form of the selector that shows it, if only style sheets do (``PageStyles``).
    var form: Int?

    /// What a link to a picture has besides the first picture in it.
    struct Spare: Sendable, Equatable {
        /// The name that the thumbnail gave.
        var given: [UInt8] = []
        /// The address of the next picture in the link, and its name; may be empty.
        var thumbnail: [UInt8] = [], name: [UInt8] = []
        /// What the link itself says; may be empty.
        var linkName: [UInt8] = []
    }

    /// All its addresses.
    var locations: [[UInt8]] { [location] + (thumbnail.isEmpty ? [] : [thumbnail]) + others }
}

extension PagePicture {
    /// The photo of an `<img>`: the largest of its sources, and a smaller one as thumbnail. Throws if it is no photo:
    /// an icon, a tracker, or data (`data:`) that only stands for a photo.
    ///
    /// `sources` are those of the enclosing `<picture>`. Pages that load pictures lazily have their addresses in
    /// `data-src` and the like, and something else in `src`.
    init(image: some MarkupAttributes, in sources: PictureSources?, line: Int) throws(PictureRefusal) {
        let size = PageSize(of: image)
        if size.isTiny { throw .tiny }
        let data = image.dataValues
        let alternative = PageText.collapsed(image.value(of: "alt") ?? [])
        let lazy = Self.lazySource(data)
        let source = lazy ?? Self.fetchable(image.value(of: "src"))
        let sizes =
            data.first { $0.name.suffix(6).elementsEqual("srcset".utf8) }?.value ?? image.value(of: "srcset") ?? []
        var set = SourceSet(sizes, longerSide: size.longer)
        if let source { set.add(source, longerSide: size.longer) }
        let inner = sources?.fallback
        var full = image.fullPicture(in: data)
        if full == source { full = nil }
        let isShown = !alternative.isEmpty && PageOrnament.points(of: size) <= 0 && size.both != nil
        let held = { Self.held(image, data, isShown: isShown) }
        var wider: [UInt8]?
        if let sources, let source = source ?? set.largest {
            wider = sources.wider(than: SourceSet(sizes), at: source, width: size.width)
        }
        guard let location = full ?? wider ?? set.largest ?? source ?? inner?.largest ?? held() else {
            throw .noAddress
        }
        if Self.isServerIcon(location, alternative) { throw .serverIcon }
        let title = PageText.collapsed(image.value(of: "title") ?? [])
        self.init(location: location, line: line)
        // The other sources of a `<picture>` have other formats, and larger sizes rather than smaller ones.
        let small = image.picture(.small, in: data) ?? set.small ?? source ?? inner?.small
        thumbnail = small == location ? [] : small ?? []
        others = (set.locations + [source, full].compactMap { $0 }).filter { address in
            address != location && (address != source || PictureSameness.areKin(address, location))
        }
        name = alternative.isEmpty ? title : alternative
        description = title == name ? [] : title
        if name.isEmpty { name = image.caption(in: data) }
        shownSide = size.longer
        let names = (image.value(of: "class") ?? []) + [0x20] + (image.value(of: "id") ?? [])
        ornament.add(PageOrnament.hint(ofName: names, isOwn: true))
        ornament.add(PageOrnament.evidence(ofAddress: location))
        ornament.add(PageOrnament.hint(ofText: alternative))
        ornament.add(PageOrnament.hint(of: size))
    }

    /// Why it is no photo, given all of its mentions; nil if it is one.
    var refusal: PictureRefusal? {
        if ornament.isEnough { return .ornament(ornament) }
        if form != nil, mentions >= Self.manyMentions { return .sharedBackground(mentions) }
        let isRepeated = mentions >= Self.manyMentions && page.isEmpty && thumbnail.isEmpty
        return isRepeated && shownSide.map { $0 < Self.largeSide } ?? false ? .shownOften(mentions) : nil
    }

    /// A picture that is shown as often, and is not large, is an ornament.
    private static let manyMentions = 3
    static let largeSide = 160

    /// Makes one photo of two mentions.
    mutating func merge(_ other: PagePicture) {
        let addresses = locations + other.locations
        if isLinkOnly, other.isLinkOnly, location.starts(with: other.location), location != other.location {
            // A view of a file, next to the file itself.
            (location, name) = (other.location, other.name)
        } else if other.thumbnail == location, other.location != location {
            // This one was the small one.
            (location, thumbnail) = (other.location, other.thumbnail)
        } else if thumbnail.isEmpty, !other.thumbnail.isEmpty, other.thumbnail != location {
            thumbnail = other.thumbnail
        }
        if name.isEmpty { name = other.name }
        if description.isEmpty, other.description != name { description = other.description }
        if page.isEmpty { page = other.page }
        others = []
        for address in addresses where address != location && address != thumbnail && !others.contains(address) {
            if others.count < Self.mostAddresses { others.append(address) }
        }
        mentions += other.mentions
        shownSide = [shownSide, other.shownSide].compactMap { $0 }.max()
        if other.ornament.points < ornament.points { ornament = other.ornament }
        if source == .link || form != nil { source = other.source }
        if other.form == nil { form = nil }
        isLinkOnly = isLinkOnly && other.isLinkOnly
        if spare == nil { spare = other.spare }
    }

    /// Adds the next picture in the link to it.
    mutating func addSpare(_ other: PagePicture) {
        let small = other.thumbnail.isEmpty ? other.location : other.thumbnail
        guard spare?.thumbnail.isEmpty == true, small != thumbnail, small != location else { return }
        spare?.thumbnail = small
        spare?.name = other.name
    }

    /// If its thumbnail is a sign, what else its link has stands for it.
    mutating func leaveThumbnails(where isSign: ([UInt8]) -> Bool) {
        while !thumbnail.isEmpty, isSign(thumbnail) {
            if !others.contains(thumbnail) { others.append(thumbnail) }
            let spare = spare ?? Spare()
            thumbnail = spare.thumbnail
            // The size was the sign's.
            shownSide = nil
            if self.spare == nil { continue }
            if name == spare.given { name = spare.name.isEmpty ? spare.linkName : spare.name }
            self.spare = Spare(given: spare.name, linkName: spare.linkName)
            // What spoke against the sign does not speak against the picture; its place does.
            if ornament.placePoints < PageOrnament.certain { ornament.outweigh(.isLinked) }
        }
    }

    private static let mostAddresses = 64

    static func fetchable(_ value: [UInt8]?) -> [UInt8]? {
        guard let value = value.map(PageLink.trimmed), PageLink.isFetchable(value) else { return nil }
        return value
    }

    /// The address of a picture that the page itself holds: it is long enough for a photo, or shown as one, and no
    /// script shows another picture in its place.
    private static func held(_ image: some MarkupAttributes, _ data: [DataValue], isShown: Bool) -> [UInt8]? {
        guard let source = image.value(of: "src").map(PageLink.trimmed), DataAddress.begins(source),
            isShown || DataAddress.mayBePhoto(source), !placeholders.contains(where: { source.starts(with: $0.utf8) }),
            !data.contains(where: { $0.picture != nil })
        else { return nil }
        return source
    }

    /// Animations and drawings stand for photos until those are there.
    private static let placeholders = ["data:image/gif", "data:image/svg"]

    /// The picture that a script shows in place of `src`. `data-original` is one unless there is another.
    private static func lazySource(_ data: [DataValue]) -> [UInt8]? {
        let first = data.first { value in
            let isKnown = Self.sources.contains(String(decoding: value.name, as: UTF8.self))
            return value.role == .source && (value.picture != nil || isKnown) && fetchable(value.value) != nil
        }
        let source = first ?? data.first { $0.name.elementsEqual("original".utf8) }
        return fetchable(source?.value)
    }

    private static let sources: Set<String> = ["src", "lazy-src", "lazy"]

    /// Apache's directory listings have an icon for each name: `<img src="/icons/image2.gif" alt="[IMG]">`.
    private static func isServerIcon(_ location: [UInt8], _ alternative: [UInt8]) -> Bool {
        alternative.first == UInt8(ascii: "[") && alternative.last == UInt8(ascii: "]")
            && String(decoding: location, as: UTF8.self).contains("/icons/")
    }
}
