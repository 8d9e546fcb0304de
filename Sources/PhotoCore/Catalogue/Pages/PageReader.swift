import Foundation

/// Finds the photos among a page's elements: those it shows (`<img>`, backgrounds), and those it links to.
///
/// - A link to a picture around a picture (`<a href="large.jpg"><img src="small.jpg"></a>`) is one photo with a
///   thumbnail.
/// - A picture within another link is a photo, and the link leads to a page about it.
/// - A web server's directory listing has links whose text is the file name.
/// - Logos, buttons, faces and advertisements are no photos (``PageOrnament``).
///
/// Parsers pass the elements in order, and call ``finish()`` at the end. Belongs to one worker.
package struct PageReader {
    /// The photos found since the last call that took them, in order. May contain duplicates.
    package var pictures: [PagePicture] = []
    /// The first `<base href>`.
    package private(set) var base: [UInt8]?
    /// The page's title; empty until it has ended.
    package private(set) var title: [UInt8] = []
    package private(set) var hasPasswordField = false
    /// What the page says of itself, apart from what it shows.
    package private(set) var data = PageData()
    /// The folders in it, if it may be a server's folder page.
    package var folderPage: FolderPage?
    /// The address of the next page, as far as known.
    package var next: [UInt8]? { nextLink.address(isFolder: folderPage?.isFolder == true) }

    /// What was left out of what it shows, and why.
    package private(set) var trace = PictureTrace()

    private var held = HeldPictures()
    private var link: PageLinkScope?
    /// The element that is the open link without being called so.
    private var opener: Opener?
    /// How many elements are open.
    private var depth = 0
    /// The number of the next photo when each of them began, or after the last caption in it; and whether a caption
    /// precedes the photos in it.
    private var firsts: [(next: Int, beginsWithCaption: Bool)] = []
    private var places = PagePlaces()
    private var styles = PageStyles()
    /// The open element whose background is the photo with that number, which has no name, and its text.
    private var label: (depth: Int, number: Int, text: [UInt8])?
    /// The text of the link or the title.
    private var text: [UInt8] = []
    private var isInTitle = false
    private var nextLink = NextLink()
    /// What the open `<picture>` has besides its `<img>`.
    private var sources: PictureSources?
    /// The number of the first photo in the open `<figure>`.
    private var figure: Int?
    /// The text of the open caption.
    private var caption: [UInt8]?
    /// The open element that is called one with a caption.
    private var captioned: CaptionedPlace?
    /// The picture in the open SVG, and its title.
    private var drawing: (picture: PagePicture?, isInTitle: Bool)?

    /// An element that opens a picture by a script, as a list's items do in galleries.
    private struct Opener {
        /// How many elements are open with it.
        let depth: Int
        /// Whether a link that leads nowhere is open in it.
        var isInLink = false
        /// The first picture in it, as the page shows it.
        var first: PagePicture?
    }

    /// More than the stored part of any name.
    private static let longestText = Catalogue.maximumNameByteCount

    /// Elements that begin a line.
    private static let blocks = Set(
        ["div", "p", "li", "h1", "h2", "h3", "h4", "h5", "h6", "br", "td", "dt", "dd"].map { ElementTag($0.utf8) })

    /// For the page at `url`; without one, the page is no folder's.
    package init(at url: URL? = nil) { folderPage = url.flatMap { FolderPage(at: $0) } }

    /// An element begins.
    package mutating func start(_ name: PageElement, _ attributes: some MarkupAttributes, line: Int) {
        places.enter(name, attributes)
        styles.enter(attributes)
        depth += 1
        firsts.append((held.next, false))
        addToLabel(CollectionOfOne(UInt8(0x20)))
        // A heading and a paragraph in one link are two lines.
        if link != nil, !text.isEmpty, text.count < Self.longestText, Self.blocks.contains(attributes.tag) {
            text.append(0x20)
        }
        switch name {
        case .link:
            startLink(attributes, line: line)
            endNextLink()
            nextLink.start(attributes)
        case .relation:
            data.addLink(attributes, line: line)
            nextLink.relation(attributes)
        case .area:
            startLink(attributes, line: line)
            text = attributes.value(of: "alt") ?? []
            endLink()
        case .image: addImage(attributes, line: line)
        case .picture: sources = PictureSources(of: attributes, line: line)
        case .source: sources?.add(attributes)
        case .base where base == nil:
            base = attributes.value(of: "href").map(PageLink.trimmed).flatMap { $0.isEmpty ? nil : $0 }
            if let base { folderPage?.setBase(base) }
        case .title where drawing != nil:
            drawing?.isInTitle = true
            text.removeAll(keepingCapacity: true)
        case .title:
            isInTitle = title.isEmpty
            if isInTitle { text.removeAll(keepingCapacity: true) }
        case .input:
            let type = attributes.value(of: "type").map { String(decoding: $0, as: UTF8.self).lowercased() }
            hasPasswordField = hasPasswordField || type == "password"
        case .meta: data.addMeta(attributes, line: line)
        case .script: data.startScript(attributes, line: line)
        case .style: styles.startSheet(attributes)
        case .figure:
            figure = held.next
            startOpener(attributes, line: line)
        case .other:
            startOpener(attributes, line: line)
            if figure != nil { break }
            if captioned == nil {
                let photo = onlyPhotoOfParent
                captioned = CaptionedPlace(attributes, depth: depth, next: held.next, photoBefore: photo)
                if captioned != nil { noteCaption(after: photo) }
            } else {
                captioned?.start(attributes, depth: depth)
            }
        case .caption: caption = []
        case .drawing: drawing = (nil, false)
        case .drawnImage: addDrawnImage(attributes, line: line)
        default: break
        }
        addBackground(name, attributes, line: line)
        data.addValues(of: attributes)
    }

    package mutating func end(_ name: PageElement) {
        places.leave()
        styles.leave()
        if opener?.depth == depth { endLink() }
        if let label, label.depth == depth {
            held.name(PageText.beginning(label.text), at: label.number)
            self.label = nil
        }
        endCaptioned()
        depth -= 1
        _ = firsts.popLast()
        switch name {
        case .link:
            if opener == nil { endLink() } else { opener?.isInLink = false }
            endNextLink()
        case .picture:
            if let own = sources?.own { addShown(own) }
            sources = nil
        case .title where drawing?.isInTitle == true:
            drawing?.isInTitle = false
            if drawing?.picture?.name.isEmpty == true { drawing?.picture?.name = PageText.collapsed(text) }
        case .title where isInTitle:
            isInTitle = false
            title = PageText.collapsed(text)
            folderPage?.setTitle(title)
        case .script: data.endScript()
        case .style: styles.endSheet()
        case .caption:
            if let caption, let figure { held.name(PageText.collapsed(caption), from: figure) }
            caption = nil
        case .figure: figure = nil
        case .drawing:
            if let picture = drawing?.picture { hold(picture) }
            drawing = nil
        default: break
        }
    }

    package mutating func add(text bytes: UnsafeRawBufferPointer) {
        if let count = caption?.count { caption?.append(contentsOf: bytes.prefix(max(0, Self.longestText - count))) }
        nextLink.add(text: bytes)
        captioned?.add(bytes, upTo: Self.longestText)
        addToLabel(bytes)
        guard isInTitle || link != nil || drawing?.isInTitle == true else { return }
        text.append(contentsOf: bytes.prefix(max(0, Self.longestText - text.count)))
    }

    /// The number of the photo in the element around the one that begins, if it is the only one there since the last
    /// caption, and captions follow their photos there.
    private var onlyPhotoOfParent: Int? {
        guard let parent = firsts.dropLast().last, !parent.beginsWithCaption, held.next == parent.next + 1 else {
            return nil
        }
        return parent.next
    }

    private mutating func noteCaption(after photo: Int?) {
        guard firsts.count > 1 else { return }
        let parent = firsts.count - 2
        if photo == nil { firsts[parent].beginsWithCaption = true } else { firsts[parent].next = held.next }
    }

    private mutating func endCaptioned() {
        if let (text, number) = captioned?.end(depth: depth, next: held.next) { held.name(text, from: number) }
        if captioned?.isEnd(depth: depth) == true { captioned = nil }
    }

    private mutating func addToLabel(_ text: some Collection<UInt8>) {
        guard let count = label?.text.count else { return }
        label?.text.append(contentsOf: text.prefix(max(0, Self.longestText - count)))
    }

    /// More of the text of a script or a style sheet.
    package mutating func add(script bytes: UnsafeRawBufferPointer) {
        data.add(script: bytes)
        styles.add(bytes)
    }

    /// The page has ended, or the rest is not available.
    package mutating func finish() {
        endLink()
        if let picture = drawing?.picture { hold(picture) }
        drawing = nil
        for picture in held.takeAll() { release(picture) }
    }

    /// What was left out, and why.
    package var wholeTrace: PictureTrace {
        var whole = data.trace
        whole.add(trace)
        return whole
    }

    // MARK: What they mean

    private mutating func startLink(_ attributes: some MarkupAttributes, line: Int) {
        let new = PageLinkScope(attributes, line: line)
        if let opener, new?.isEmpty ?? true {
            // A second link without an address has a picture of its own.
            self.opener?.isInLink = opener.first == nil
            return
        }
        // Links do not nest: a new one ends the previous one.
        endLink()
        link = new
        if !isInTitle { text.removeAll(keepingCapacity: true) }
    }

    private mutating func startOpener(_ attributes: some MarkupAttributes, line: Int) {
        guard link == nil, let new = PageLinkScope(opener: attributes, line: line) else { return }
        link = new
        opener = Opener(depth: depth)
        if !isInTitle { text.removeAll(keepingCapacity: true) }
    }

    private mutating func endNextLink() {
        nextLink.end { [folderPage] address, text in folderPage?.names(address, text: text) == true }
    }

    private mutating func endLink() {
        guard let link = link.take() else { return }
        // Without a picture in it, it may be the background of a place.
        if opener.take() != nil, !link.isTaken { return }
        folderPage?.add(link.location, text: text, line: link.line)
        let photos = link.end(text: text)
        if let refusal = link.refusal {
            for picture in link.pictures { trace.leave(picture.location, line: picture.line, refusal) }
        }
        for photo in photos { hold(photo) }
        if photos.isEmpty, !link.isPicture, !held.isEmpty { held.name(text, linkedTo: link.location) }
    }

    private mutating func addImage(_ attributes: some MarkupAttributes, line: Int) {
        sources?.leaveOwn()
        do throws(PictureRefusal) {
            addShown(try PagePicture(image: attributes, in: sources, line: line))
        } catch {
            trace.leave(attributes.value(of: "src") ?? [], line: line, error)
        }
    }

    private mutating func addBackground(_ name: PageElement, _ attributes: some MarkupAttributes, line: Int) {
        switch name {
        case .image, .whole, .source, .meta, .script, .style, .relation: return
        default: break
        }
        guard
            let picture = PagePicture(background: attributes, line: line)
                ?? styles.found().flatMap({ PagePicture(of: attributes, styledAs: $0, line: line) })
        else { return }
        let number = held.next
        addShown(picture)
        // It is new, and not in a link, whose text would name it.
        if held.next > number, picture.name.isEmpty { label = (depth, number, []) }
    }

    private mutating func addDrawnImage(_ attributes: some MarkupAttributes, line: Int) {
        guard drawing != nil, let address = attributes.value(of: "href") ?? attributes.value(of: "xlink:href") else {
            return
        }
        let location = PageLink.trimmed(address)
        guard PageLink.isPicture(location), !PageSize(of: attributes).isTiny else { return }
        if let earlier = drawing?.picture { hold(earlier) }
        var picture = PagePicture(location: location, line: line)
        picture.source = .drawing
        picture.ornament.add(places.hint)
        drawing?.picture = picture
    }

    /// A picture that the page shows here.
    private mutating func addShown(_ picture: PagePicture) {
        var picture = picture
        picture.ornament.add(places.hint)
        if places.isFolder, link?.isPicture == false {
            picture.ornament = OrnamentEvidence()
            picture.ornament.add(PageOrnament.certain, .standsForFolder)
        }
        if let opener, let first = opener.first, !opener.isInLink {
            // It opens none of them: it is around a place with pictures of its own.
            (self.opener, link) = (nil, nil)
            hold(first)
        }
        if opener != nil, opener?.first == nil { opener?.first = picture }
        if link != nil { link?.add(picture) } else { hold(picture) }
    }

    private mutating func hold(_ picture: PagePicture) {
        // An element with photos of its own has no text about its background.
        if picture.refusal == nil { label = nil }
        if let released = held.add(picture) { release(released) }
    }

    /// Nothing more is said of a picture: it is a photo or not.
    private mutating func release(_ picture: PagePicture) {
        let isSingle = picture.form.map { !styles.isRepeated($0) } ?? false
        if let refusal = picture.refusal ?? (isSingle ? .singleBackground : nil) {
            trace.leave(picture.location, line: picture.line, refusal)
        } else {
            pictures.append(picture)
        }
    }
}

/// The addresses that a page has already named, so that each becomes one row. Takes eight bytes per address. Of ten
/// million, two collide once in a hundred thousand pages; nobody can provoke it, because hashes have random seeds.
package struct SeenLocations {
    private var hashes: Set<Int> = []

    package init() {}

    /// Inserts an address. Returns whether it is new.
    package mutating func insert(_ location: [UInt8]) -> Bool { hashes.insert(Self.hash(location)).inserted }

    /// Whether an address was inserted.
    package func contains(_ location: [UInt8]) -> Bool { hashes.contains(Self.hash(location)) }

    private static func hash(_ location: [UInt8]) -> Int {
        var hasher = Hasher()
        PictureSameness.key(of: location).withUnsafeBytes { hasher.combine(bytes: $0) }
        return hasher.finalize()
    }
}
