import Foundation
import PhotoCore

extension CatalogueFormat {
    /// RSS 2.0 and 0.9x, RSS 1.0 (RDF) and Atom, with Media RSS: the pictures of their items.
    public static let feed = CatalogueFormat(
        translatable("feed (RSS, Atom)"), endings: ["rss", "atom", "rdf", "xml"],
        recognises: { head in
            guard head.text.first == UInt8(ascii: "<"), let name = head.rootElementName else { return .none }
            let local = name.split(separator: ":").last.map { $0.lowercased() }
            return ["rss", "feed", "rdf"].contains(local) ? .certain : .none
        },
        makeParser: { XMLPushParser($0, handler: FeedContent(document: $0.hint.url)) })
}

/// The meaning of a feed's elements.
final class FeedContent: XMLContentHandling {
    private enum Place {
        /// The outermost element, or RSS's channel.
        case channel
        case item
        case group
        case file
        /// What an item shows.
        case depiction
    }
    private var places: [Place] = []
    private var vocabulary = FeedVocabulary()
    /// The depth within a skipped element; nothing else of it is stored.
    private var skippedDepth = 0
    /// How many elements are open.
    private var depth = 0
    private var hasBegun = false
    private var hasItems = false

    /// The open element with text.
    private var text: FeedTextElement?
    private var item: FeedItem?
    private var items = FeedItems()
    private var file = FeedMedia(from: .mediaContent)
    /// Facts about all items.
    private var all = FeedFacts()

    private var bases: XMLBases
    private static let rdf: StaticString = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"

    init(document: URL) { bases = XMLBases(document: document) }

    var isAtEnd: Bool { hasBegun && depth == 0 }

    // MARK: Elements

    func started(
        _ element: XMLElement, line: Int, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        depth += 1
        if skippedDepth > 0 {
            skippedDepth += 1
            return
        }
        if let base = bases.enter(XMLBases.stated(by: element), depth: depth) { builder.facts.base = base }
        if text != nil {
            text?.start(element, line: line)
            return
        }
        let kind = vocabulary.element(element)
        guard let place = places.last else { return try startRoot(element, kind, line) }
        switch (place, kind) {
        case (.channel, .channel): places.append(.channel)
        case (.channel, .item):
            item = FeedItem(line: line)
            places.append(.item)
        case (.channel, .link) where element.value(of: "rel") == Array("next".utf8):
            // RFC 5005, 3.
            let address = bases.resolve(element.value(of: "href") ?? [])
            builder.facts.more.next = .address(String(decoding: address, as: UTF8.self))
        case (.channel, .title), (.channel, .author), (.channel, .creator), (.channel, .rights),
            (.channel, .mediaCredit), (.channel, .mediaCopyright):
            text = FeedTextElement(kind, element)
        case (.item, .mediaGroup):
            item?.groups.append(FeedFacts())
            places.append(.group)
        case (.item, .mediaContent), (.group, .mediaContent):
            startFile(element)
            places.append(.file)
        case (.item, .depiction): places.append(.depiction)
        case (.item, .depicted), (.depiction, .depicted):
            startFile(element)
            places.append(.file)
        case (.item, .artwork): item?.artwork = bases.resolve(element.value(of: "href") ?? [])
        case (.channel, .mediaLicense), (_, .mediaThumbnail), (.item, .enclosure), (.channel, .license):
            addEmpty(kind, element)
        case (.item, .link) where element.value(of: "href") != nil: addLink(element)
        case (.item, .content) where element.value(of: "src") != nil:
            addEnclosure(element.value(of: "src"), type: element.value(of: "type"))
        case (.item, .license) where element.value(of: "resource", in: Self.rdf) != nil:
            note(element.value(of: "resource", in: Self.rdf) ?? [], as: .license)
        case (.item, _), (.group, _), (.file, _): startText(kind, element)
        default: break
        }
        if text == nil, places.count < depth { skippedDepth = 1 }
    }

    func ended(_ element: XMLElement, line: Int, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        defer {
            bases.leave(depth: depth)
            depth -= 1
        }
        if skippedDepth > 0 {
            skippedDepth -= 1
            return
        }
        if text?.end() == false { return }
        if let text {
            self.text = nil
            return finish(text, into: &builder)
        }
        switch places.popLast() {
        case .file:
            if item?.contents.count ?? 0 < FeedItem.maximumMediaCount { item?.contents.append(file) }
        case .item:
            if let item = item.take() {
                hasItems = true
                try items.add(item, all: all, into: &builder)
            }
        case .group, .depiction, .channel, nil: break
        }
        guard places.isEmpty else { return }
        try items.release(all: all, into: &builder)
        if builder.count == 0, hasItems { throw .noPhotosInFeed }
    }

    func found(
        text bytes: UnsafeRawBufferPointer, line: Int, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        text?.add(bytes)
    }

    func breakOff(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        try items.release(all: all, into: &builder)
    }

    private func startRoot(_ element: XMLElement, _ kind: FeedElement, _ line: Int) throws(CatalogueFailure) {
        guard case .root = kind else {
            let name = element.name.text(prefix: 40)
            let line = NumberFormats.current.plain(line)
            throw .notACatalogue(
                reason: localized("Line \(line): It is XML, but its outermost element is <\(name)>, not a feed’s."))
        }
        hasBegun = true
        places.append(.channel)
    }

    // MARK: Files

    private func startFile(_ element: XMLElement) {
        let isDepiction = element.value(of: "url") == nil && element.value(of: "about", in: Self.rdf) != nil
        file = FeedMedia(from: isDepiction ? .depiction : .mediaContent)
        let about = element.value(of: "about", in: Self.rdf)
        file.location = bases.resolve(element.value(of: "url") ?? about ?? [])
        file.type = element.value(of: "type") ?? []
        file.medium = element.value(of: "medium") ?? (about == nil ? [] : Array("image".utf8))
        file.width = element.value(of: "width") ?? []
        file.height = element.value(of: "height") ?? []
        file.isDefault = element.value(of: "isDefault") == Array("true".utf8)
        if case .group = places.last { file.group = (item?.groups.count ?? 1) - 1 }
    }

    private func addEnclosure(_ location: [UInt8]?, type: [UInt8]?) {
        guard let location, item?.enclosures.count ?? 0 < FeedItem.maximumMediaCount else { return }
        var file = FeedMedia(from: .enclosure)
        file.location = bases.resolve(location)
        file.type = type ?? []
        item?.enclosures.append(file)
    }

    /// Elements with all data in their attributes.
    private func addEmpty(_ kind: FeedElement, _ element: XMLElement) {
        switch kind {
        case .mediaThumbnail: addThumbnail(element)
        case .enclosure:
            addEnclosure(
                element.value(of: "url") ?? element.value(of: "resource", in: Self.rdf), type: element.value(of: "type")
            )
        case .mediaLicense: note(element.value(of: "href") ?? [], as: .license)
        case .license: note(element.value(of: "resource", in: Self.rdf) ?? [], as: .license)
        default: break
        }
    }

    private func addThumbnail(_ element: XMLElement) {
        let address = element.value(of: "url") ?? element.value(of: "resource", in: Self.rdf) ?? []
        let (location, width, height) = (
            bases.resolve(address), element.value(of: "width"), element.value(of: "height")
        )
        switch places.last {
        case .file: file.facts.add(thumbnail: location, width: width, height: height)
        case .group:
            if let last = item?.groups.indices.last {
                item?.groups[last].add(thumbnail: location, width: width, height: height)
            }
        case .item: item?.facts.add(thumbnail: location, width: width, height: height)
        default: break
        }
    }

    /// Atom's links, by their relation to the item (RFC 4287, 4.2.7.2).
    private func addLink(_ element: XMLElement) {
        let location = element.value(of: "href") ?? []
        switch element.value(of: "rel").map({ String(decoding: $0, as: UTF8.self) }) {
        // The second are the covers of books (https://specs.opds.io/opds-1.2#4-catalog-entries).
        case "enclosure", "http://opds-spec.org/image": addEnclosure(location, type: element.value(of: "type"))
        case "http://opds-spec.org/image/thumbnail":
            item?.facts.add(thumbnail: bases.resolve(location), width: nil, height: nil)
        case nil, "alternate": if item?.page.isEmpty == true { item?.page = bases.resolve(location) }
        case "license": note(bases.resolve(location), as: .license)
        default: break
        }
    }

    // MARK: Text

    private func startText(_ kind: FeedElement, _ element: XMLElement) {
        switch (places.last, kind) {
        case (.item, .title), (.item, .description), (.item, .content), (.item, .link), (.item, .permalink),
            (.item, .author), (.item, .creator), (.item, .rights), (.item, .license), (.item, .date),
            (_, .mediaTitle), (_, .mediaDescription), (_, .mediaCredit), (_, .mediaCopyright), (_, .mediaLicense):
            text = FeedTextElement(kind, element)
        default: break
        }
    }

    private func finish(_ text: FeedTextElement, into builder: inout CatalogueBuilder) {
        switch text.kind {
        case .title:
            let title = PageText.collapsed(text.read.plain)
            guard item == nil else { return note(title, as: .title, overrides: false) }
            if builder.facts.title == nil, !title.isEmpty {
                let kept = title.prefix(CatalogueField.author.maximumByteCount)
                builder.facts.title = String(decoding: kept, as: UTF8.self)
            }
        case .mediaTitle: note(PageText.collapsed(text.read.plain), as: .title, overrides: true)
        case .description: readProse(text)
        case .content: readProse(text, isSummary: false)
        case .mediaDescription: note(text.read.plain, as: .description)
        case .link: item?.page = bases.resolve(text.trimmed)
        case .permalink:
            let isAddress = !text.isNoAddress && LocationDetection.isAbsolute(text.trimmed)
            if item?.page.isEmpty == true, isAddress { item?.page = text.trimmed }
        case .date(let rank): item?.set(date: text.trimmed, rank: rank)
        case .author: addPerson(FeedTextElement.person(text.trimmed), rank: 2)
        case .creator: addPerson(PageText.collapsed(text.read.plain), rank: 1)
        case .mediaCredit: addCredit(PageText.collapsed(text.read.plain), role: text.role)
        case .rights: note(PageText.collapsed(text.read.plain), as: .license)
        case .license: note(bases.resolve(text.trimmed), as: .license)
        case .mediaCopyright:
            note(text.trimmed.isEmpty ? text.location : PageText.collapsed(text.read.plain), as: .license)
        case .mediaLicense: note(text.location.isEmpty ? text.trimmed : bases.resolve(text.location), as: .license)
        default: break
        }
    }

    /// An item's text, which may contain pictures.
    private func readProse(_ text: FeedTextElement, isSummary: Bool = true) {
        let read = text.read
        item?.trace.add(read.trace)
        for picture in read.pictures {
            guard item?.pictures.count ?? 0 < FeedItem.maximumMediaCount else { break }
            var picture = picture
            picture.location = bases.resolve(picture.location)
            picture.thumbnail = bases.resolve(picture.thumbnail)
            picture.others = picture.others.map(bases.resolve)
            item?.pictures.append(picture)
        }
        if read.plain.isEmpty { return }
        if isSummary { item?.summary = read.plain } else { item?.text = read.plain }
    }

    private func addPerson(_ name: [UInt8], rank: Int) {
        if item != nil { return item?.add(author: name, rank: rank) ?? () }
        if all.author.isEmpty { all.author = name }
    }

    /// The makers among the contributors (others are actors, sponsors); without a role it is unknown.
    private static let makers: Set = ["photographer", "author", "artist", "illustrator", "creator", "owner", "photo"]

    private func addCredit(_ name: [UInt8], role: [UInt8]) {
        guard role.isEmpty || Self.makers.contains(String(decoding: role, as: UTF8.self).lowercased()) else { return }
        switch places.last {
        case .file, .group: note(name, as: .author)
        default: addPerson(name, rank: 0)
        }
    }

    /// Records a fact about the innermost file, group or item, or about all items. The first one wins, unless this
    /// overrides it.
    private func note(_ value: [UInt8], as fact: FeedFact, overrides: Bool = false) {
        switch places.last {
        case .file: file.facts.note(value, as: fact, overrides: overrides)
        case .group:
            if let last = item?.groups.indices.last { item?.groups[last].note(value, as: fact, overrides: overrides) }
        case .item: item?.facts.note(value, as: fact, overrides: overrides)
        case .depiction: break
        case .channel, nil: all.note(value, as: fact, overrides: overrides)
        }
    }
}
