/// An open link of a page, with the pictures in it; or an element that opens a picture as a link does.
struct PageLinkScope {
    /// Where it leads, or the picture that it shows.
    private(set) var location: [UInt8]
    /// A page about the picture; empty if it leads to the picture itself.
    private(set) var page: [UInt8] = []
    private(set) var thumbnail: [UInt8] = []
    let title: [UInt8]
    let line: Int
    private(set) var isPicture: Bool
    private(set) var isFilm = false
    let isFolder: Bool
    /// Whether a picture in it represents it.
    var isTaken: Bool { !pictures.isEmpty }
    private(set) var pictures: [PagePicture] = []
    /// How many pictures were in it, photos or not.
    private var count = 0
    /// Why the pictures in it are none of the page's own; nil if they are.
    var refusal: PictureRefusal? {
        if isFilm { return .film }
        if isFolder { return .folder }
        return !isPicture && Self.samples.contains(count) ? .samples(count) : nil
    }

    /// As many pictures in one link to a page are samples of what is there…
    private static let samples = 3...12

    /// The link of an element; nil if it leads nowhere and shows nothing.
    init?(_ element: some MarkupAttributes, line: Int) {
        let address = element.value(of: "href").map(PageLink.trimmed) ?? []
        let data = element.dataValues
        let source = element.picture(.source, in: data)
        // A link to the file itself leads to more than a size of it.
        let isSize = source.map { PageLink.isPicture(address) && PictureSameness.isSize($0, of: address) } ?? false
        let sized = source == nil && !PageLink.isPicture(address) ? Self.sized(data) : nil
        let shown = element.fullPicture(in: data) ?? sized ?? (isSize ? nil : source)
        // A link that leads nowhere may say itself what it opens.
        location = shown ?? (PageLink.isFetchable(address) ? address : Self.opened(data) ?? address)
        if let shown, shown != address, PageLink.isFetchable(address), !PageLink.isPicture(address) { page = address }
        isFilm =
            PageLink.isFilm(address)
            || data.contains { value in
                Self.films.contains(String(decoding: value.name, as: UTF8.self)) || PageLink.isFilm(value.value)
            }
        guard !location.isEmpty || isFilm else { return nil }
        thumbnail = element.picture(.small, in: data) ?? []
        let caption = element.caption(in: data)
        title = caption.isEmpty ? PageText.withoutTags(element.value(of: "title") ?? []) : caption
        let isSized = sized != nil && shown == sized
        let isCalledPicture = isSized || location != address && data.contains { $0.has("type", "image") }
        isPicture =
            (PageLink.isPicture(location) || isCalledPicture) && !isFilm && !PageLink.isPageAboutFile(location)
        isFolder = PageLink.isFolderBelow(location) && !isPicture
        self.line = line
    }

    /// What an element that is no link opens by a script: the picture that its own data names; nil if it names none.
    init?(opener element: some MarkupAttributes, line: Int) {
        let isOpener = element.dataValues.contains { value in
            guard value.picture != nil else { return false }
            if case .full = value.role { return true }
            return value.name.elementsEqual("src".utf8)
        }
        guard isOpener || Self.sized(element.dataValues) != nil else { return nil }
        self.init(element, line: line)
        guard isPicture else { return nil }
    }

    /// Whether it leads nowhere and shows nothing: only a script makes something of it.
    var isEmpty: Bool { !isPicture && !isFilm && !PageLink.isFetchable(location) }

    /// The address in `data-src`, whatever its ending.
    private static func opened(_ data: [DataValue]) -> [UInt8]? {
        guard let value = data.first(where: { $0.name.elementsEqual("src".utf8) })?.value else { return nil }
        let address = PageLink.trimmed(value)
        return PageLink.isFetchable(address) ? address : nil
    }

    /// The address in `data-src` that ends in a picture's sides, and so needs no other ending: `…/1600x1200`.
    private static func sized(_ data: [DataValue]) -> [UInt8]? {
        guard let address = opened(data), let last = address.split(separator: UInt8(ascii: "/")).last,
            !data.contains(where: { $0.name.elementsEqual("type".utf8) && !$0.has("type", "image") })
        else { return nil }
        let sides = last.split(separator: UInt8(ascii: "x"), omittingEmptySubsequences: false)
        let areSides =
            sides.count == 2 && sides.allSatisfy { (2...5).contains($0.count) && $0.allSatisfy(URLText.isDigit) }
        return areSides ? address : nil
    }

    private static let films: Set<String> = ["poster", "video", "html", "video-src", "iframe"]

    /// Adds a picture within it.
    mutating func add(_ picture: PagePicture) {
        var picture = picture
        count += 1
        if isFilm || isFolder {
            if pictures.count <= Self.samples.upperBound { pictures.append(picture) }
            return
        }
        if !isPicture, PictureSameness.differInSizeOnly(location, picture.location) { isPicture = true }
        if isPicture, !PageLink.isWikiPage(location) {
            // The rest of the link shows the same photo.
            if isTaken {
                pictures[0].addSpare(picture)
                return
            }
            picture.spare = PagePicture.Spare(given: picture.name)
            picture.others.append(picture.location)
            picture.thumbnail = picture.thumbnail.isEmpty ? picture.location : picture.thumbnail
            picture.location = location
            if picture.thumbnail == picture.location { picture.thumbnail = thumbnail }
            picture.page = page
            picture.form = nil
            // A link to a picture is a photo wherever it is, except in advertisements.
            if picture.ornament.points < PageOrnament.certain { picture.ornament.outweigh(.isLinked) }
        } else if PageLink.isFetchable(location) {
            picture.page = location
            if PageLink.isRoot(location) { picture.ornament.add(2, .leadsToStart) }
        }
        if picture.name.isEmpty { picture.name = title }
        if pictures.count <= Self.samples.upperBound { pictures.append(picture) }
    }

    /// Its photos, given its text. Without pictures in it, it is itself the photo to which it leads.
    func end(text: [UInt8]) -> [PagePicture] {
        if isPicture, pictures.isEmpty, count == 0, PageLink.isPicture(location) {
            var picture = PagePicture(location: location, line: line)
            picture.name = PageText.name(text, of: location)
            picture.description = title
            picture.isLinkOnly = true
            picture.source = .link
            return [picture]
        }
        if refusal != nil { return [] }
        return pictures.map { picture in
            var picture = picture
            if picture.name.isEmpty { picture.name = PageText.name(text, of: picture.location) }
            picture.spare?.linkName = title.isEmpty ? PageText.name(text, of: picture.location) : title
            return picture
        }
    }
}
