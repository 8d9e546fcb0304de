import Foundation
import PhotoCore

/// Parses a streamed web page: libxml2 parses the syntax, ``PageReader`` finds the photos. Each address becomes one
/// row, at its first occurrence.
struct WebPageParser: CatalogueParsing {
    private let content: PageContent
    private let parser: HTMLPushParser
    /// The last bytes: browsers' comments may follow a page's end.
    private var tail: [UInt8] = []
    private static let tailByteCount = 1024

    init(_ head: CatalogueHead) {
        content = PageContent(of: head.hint.url)
        parser = HTMLPushParser(handler: content)
    }

    mutating func parse(
        _ bytes: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        tail = (tail + bytes.suffix(Self.tailByteCount)).suffix(Self.tailByteCount)
        try feeding(&builder) { () throws(CatalogueFailure) in try parser.parse(bytes) }
    }

    /// Few pages omit both.
    var showsItsEnd: Bool {
        let end = String(decoding: tail, as: UTF8.self).lowercased()
        return end.contains("</html") || end.contains("</body")
    }

    mutating func finish(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        try feeding(&builder) { () throws(CatalogueFailure) in
            try parser.finish()
            content.finish()
        }
        builder.facts.more.next = content.next
        // Another page may have photos; a server's folder may be empty.
        if builder.count == 0, content.next != nil || content.isFolder { throw .noPhotos }
        if builder.count == 0 {
            builder.facts.isPageWithoutPhotos = !content.asksForPassword
            throw .notACatalogue(reason: content.emptiness)
        }
    }

    mutating func breakOff(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        try feeding(&builder) { () throws(CatalogueFailure) in
            try parser.finish()
            content.finish()
        }
    }

    private func feeding(
        _ builder: inout CatalogueBuilder, _ call: () throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        try withUnsafeMutablePointer(to: &builder) { (pointer) throws(CatalogueFailure) in
            content.builder = pointer
            defer { content.builder = nil }
            do throws(CatalogueFailure) {
                try call()
            } catch {
                content.finish()
                throw error
            }
        }
        if let failure = content.failure { throw failure }
    }
}

extension CatalogueFormat {
    /// A web page: what it shows and links to; also a web server's directory listing.
    public static let webPage = CatalogueFormat(
        translatable("web page (HTML)"), endings: ["html", "htm", "xhtml"],
        recognises: { PageDetection.confidence(of: $0) },
        makeParser: { WebPageParser($0) })
}

/// Makes rows of a page's photos.
private final class PageContent: HTMLContentHandling {
    /// The target of rows during parsing.
    var builder: UnsafeMutablePointer<CatalogueBuilder>?
    /// The failure on this side.
    private(set) var failure: CatalogueFailure?

    private var reader: PageReader
    private var seen = SeenLocations()
    private let isFile: Bool
    /// The first photos of a server's folder page, whose folders come first, wherever the page lists them; nil once
    /// there are more.
    private var heldBack: [PagePicture]? = []
    /// A few screens: of longer pages the first rows are shown before the last are there.
    private static let mostHeldBack = 256

    init(of url: URL) {
        isFile = url.isFileURL
        reader = PageReader(at: url)
    }

    func started(_ element: HTMLElement, line: Int) {
        reader.start(PageElement(element.name), element, line: line)
        takePictures()
        if let base = reader.base, builder?.pointee.facts.base == nil {
            builder?.pointee.facts.base = String(decoding: base, as: UTF8.self)
        }
    }

    func ended(_ element: HTMLElement) {
        reader.end(PageElement(element.name))
        takePictures()
        if !reader.title.isEmpty, builder?.pointee.facts.title == nil {
            let title = reader.title.prefix(CatalogueField.author.maximumByteCount)
            builder?.pointee.facts.title = String(decoding: title, as: UTF8.self)
        }
    }

    func found(text: UnsafeRawBufferPointer) { reader.add(text: text) }

    func found(script: UnsafeRawBufferPointer) { reader.add(script: script) }

    /// The page has ended, or is not read further: makes rows of what was held back, and of the page's data.
    func finish() {
        reader.finish()
        takePictures()
        giveUpHolding()
        for picture in reader.data.photos(count: builder?.pointee.count ?? 0, isShown: { seen.contains(address($0)) }) {
            add(picture)
        }
        builder?.pointee.pictures.add(reader.wholeTrace)
    }

    /// Whether it is a server's folder page.
    var isFolder: Bool { reader.folderPage?.isFolder == true }

    var isDone: Bool { failure != nil }

    var next: NextPage? { reader.next.map { .address(String(decoding: $0, as: UTF8.self)) } }

    /// Whether it may be a login in place of the page.
    var asksForPassword: Bool { reader.hasPasswordField }

    /// Why there are no photos.
    var emptiness: String {
        asksForPassword
            ? localized("It is a web page (HTML) that asks for a password and contains no photos.")
            : localized(
                "It is a web page (HTML) that contains no photos. The server may require a login, "
                    + "or a script may load the photos: scripts are not run here.")
    }

    private func takePictures() {
        for folder in reader.folderPage?.takeFolders() ?? [] { add(folder) }
        guard !reader.pictures.isEmpty else { return }
        if isFolder, let count = heldBack?.count, count < Self.mostHeldBack {
            heldBack? += reader.pictures
        } else {
            giveUpHolding()
            for picture in reader.pictures { add(picture) }
        }
        reader.pictures.removeAll(keepingCapacity: true)
    }

    private func giveUpHolding() {
        let pictures = heldBack ?? []
        if isFolder { heldBack = nil } else { heldBack?.removeAll() }
        for picture in pictures { add(picture) }
    }

    private func add(_ folder: FolderPage.Folder) {
        guard failure == nil, let builder else { return }
        folder.name.withUnsafeBytes { builder.pointee.add(.name, $0) }
        folder.location.withUnsafeBytes { builder.pointee.add(.location, $0) }
        do throws(CatalogueFailure) {
            try builder.pointee.endEntry(at: .line(folder.line), isFolder: true)
        } catch {
            failure = error
        }
    }

    private func add(_ picture: PagePicture) {
        guard failure == nil, let builder else { return }
        let location = address(picture.location)
        let thumbnail = address(picture.thumbnail)
        guard seen.insert(location) else {
            builder.pointee.pictures.leave(picture.location, line: picture.line, .known)
            return
        }
        builder.pointee.pictures.take(picture)
        if !thumbnail.isEmpty { _ = seen.insert(thumbnail) }
        for other in picture.others { _ = seen.insert(address(other)) }
        let fields: [(CatalogueField, [UInt8])] = [
            (.name, picture.name), (.location, location), (.thumbnail, thumbnail), (.description, picture.description),
            (.page, picture.page),
        ]
        for (field, text) in fields where !text.isEmpty { text.withUnsafeBytes { builder.pointee.add(field, $0) } }
        do throws(CatalogueFailure) {
            try builder.pointee.endEntry(at: .line(picture.line))
        } catch {
            failure = error
        }
    }

    /// A file's name has no query; saving the page has left it there.
    private func address(_ text: [UInt8]) -> [UInt8] {
        guard isFile, builder?.pointee.facts.base == nil, !LocationDetection.isAbsolute(text) else { return text }
        return Array(text.prefix { $0 != UInt8(ascii: "?") })
    }
}
