/// What a page says of itself in its head, its scripts and its elements' data, for pages that show no photos without
/// running scripts.
package struct PageData {
    /// The pictures by which the page presents itself (`og:image`, https://ogp.me/), in order.
    private var own: [PagePicture] = []
    private var ownTitle: [UInt8] = []
    private var linked: [PagePicture] = []
    /// The scripts' data, as rows.
    private var structured = ScriptPhotos(from: .structuredData)
    private var state = ScriptPhotos(from: .script)
    /// The elements' data, as rows.
    private var values = ScriptPhotos(from: .elementData)
    /// What was left out of the page's head.
    private(set) var trace = PictureTrace()
    private var script: (text: [UInt8], isStructured: Bool, isData: Bool)?

    /// More pictures than any page has of itself.
    private static let most = 64
    /// 4 MiB: more than the data of any page of photos.
    private static let longestScript = 4 << 20

    /// `<meta property=… content=…>`.
    mutating func addMeta(_ element: some MarkupAttributes, line: Int) {
        let name = element.value(of: "property") ?? element.value(of: "name") ?? element.value(of: "itemprop")
        guard let name, let content = element.value(of: "content"), !content.isEmpty else { return }
        switch String(decoding: name.prefix(64), as: UTF8.self).lowercased() {
        case "og:title": if ownTitle.isEmpty { ownTitle = PageText.collapsed(content) }
        case "og:image", "og:image:url", "og:image:secure_url": add(content, line, to: \.own)
        case "og:image:alt": if own.last?.name.isEmpty == true { own[own.count - 1].name = PageText.collapsed(content) }
        case "twitter:image", "twitter:image:src", "image", "thumbnailurl": add(content, line, to: \.linked)
        default: break
        }
    }

    /// `<link rel=image_src href=…>`, `<link itemprop=contentUrl href=…>`.
    mutating func addLink(_ element: some MarkupAttributes, line: Int) {
        let property = element.value(of: "itemprop").map { String(decoding: $0.prefix(64), as: UTF8.self).lowercased() }
        guard element.value(of: "rel")?.elementsEqual("image_src".utf8) == true || property == "contenturl",
            let address = element.value(of: "href")
        else { return }
        add(address, line, to: \.linked)
    }

    /// An element's own data, written as JSON (`data-page`, `data-photos`). What it is called says what it holds.
    mutating func addValues(of element: some MarkupAttributes) {
        for value in element.dataValues where value.isData {
            let name = value.name.filter { URLText.isLetter($0) || URLText.isDigit($0) || $0 == UInt8(ascii: "-") }
            values.read(Array("{\"".utf8) + name + Array("\":".utf8) + value.value + [UInt8(ascii: "}")])
        }
    }

    private mutating func add(_ address: [UInt8], _ line: Int, to pictures: WritableKeyPath<PageData, [PagePicture]>) {
        let location = PageLink.trimmed(address)
        guard PageLink.isFetchable(location), self[keyPath: pictures].count < Self.most, !PageLink.isFilm(location),
            case let key = PictureSameness.key(of: location),
            !self[keyPath: pictures].contains(where: { PictureSameness.key(of: $0.location) == key })
        else { return }
        var evidence = PageOrnament.evidence(ofAddress: location)
        // Nothing shows at which size and in which place: what is called a sign is one.
        if !evidence.isEnough, evidence.points >= PageOrnament.enough / 2 {
            evidence.add(PageOrnament.enough / 2, .presents)
        }
        if evidence.isEnough { return trace.leave(location, line: line, .ornament(evidence)) }
        self[keyPath: pictures].append(PagePicture(location: location, line: line, source: .presented))
    }

    // MARK: Scripts

    mutating func startScript(_ element: some MarkupAttributes, line: Int) {
        let type = String(decoding: element.value(of: "type") ?? [], as: UTF8.self).lowercased()
        script = (text: [], isStructured: type.contains("ld+json"), isData: type.contains("json"))
    }

    mutating func add(script bytes: UnsafeRawBufferPointer) {
        guard let count = script?.text.count else { return }
        script?.text.append(contentsOf: bytes.prefix(max(0, Self.longestScript - count)))
    }

    mutating func endScript() {
        guard let script = script.take(), !script.text.isEmpty else { return }
        if script.isStructured { structured.read(script.text) } else { state.read(script.text) }
    }

    // MARK: Photos

    /// The photos of a page that has shown `count`, of which `isShown` tells: the data lists the same photos and more,
    /// or there are none besides.
    package func photos(count: Int, isShown: ([UInt8]) -> Bool) -> [PagePicture] {
        if count > 0 {
            return [state.photos, values.photos].filter { listed in
                listed.contains { isShown($0.location) || isShown($0.thumbnail) }
            }.flatMap { $0 }
        }
        if !state.photos.isEmpty { return state.photos }
        if !values.photos.isEmpty { return values.photos }
        if !structured.photos.isEmpty { return structured.photos }
        return (own.isEmpty ? linked : own).map { picture in
            var picture = picture
            if picture.name.isEmpty { picture.name = ownTitle }
            return picture
        }
    }
}
