import Foundation
import PhotoCore

/// The pictures on the pages of a PDF document, in the order in which these draw them, read with libqpdf.
///
/// A picture on several pages is one of the first. Masks, signs and lines are none.
final class PDFArchive: ArchiveReading {
    private let pdf: PDFObjects
    /// The document, which the library reads in place.
    private let source: CBytes
    private var pageCount = 0
    /// How many pages have been looked at.
    private var page = 0
    /// The pictures of the last page which have not been asked for.
    private var pictures: ArraySlice<Picture> = []
    /// How many pictures stand in the content of the last page. They are not read.
    private var innerPictures = 0
    /// The picture's number on its page.
    private var picture = 0
    /// Pictures and drawings that are known, by their numbers.
    private var known: Set<CInt> = []
    private var file: PDFPictureFile?
    private var position = 0

    private struct Picture {
        /// Nil for one that is not read.
        var object: PDFLibrary.Object?
        var orientation = ExifOrientation.topLeft
    }

    /// Reads all of `source`, and its list of pages.
    init(_ library: PDFLibrary, _ source: any ArchiveSource) throws(ArchiveFailure) {
        self.source = try CBytes(of: source)
        guard let pdf = PDFObjects(library) else { throw .outOfMemory }
        self.pdf = pdf
        try pdf.open(self.source.bytes)
        pageCount = try min(pdf.countPages(), ArchiveLimits.pages)
    }

    func next() throws(ArchiveFailure) -> ArchiveHeader? {
        file = nil
        position = 0
        while pictures.isEmpty, page < pageCount {
            pdf.releaseAll()
            picture = 0
            collect(from: pdf.page(page))
            page += 1
        }
        guard let next = pictures.popFirst() else { return nil }
        picture += 1
        file = next.object.flatMap { PDFPictureFile($0, turned: next.orientation, in: pdf) }
        let name = PDFPictureName(page: page, picture: picture, kind: file?.kind ?? .unread)
        return ArchiveHeader(
            name: name.bytes, isFile: true, isEncrypted: false, byteCount: file?.byteCount ?? 0, seconds: nil,
            position: 0, skipsFreely: true)
    }

    func read(_ count: Int) throws(ArchiveFailure) -> [UInt8] {
        guard let file, count > 0 else { return [] }
        let bytes = file.bytes(from: position, most: count)
        position += bytes.count
        return bytes
    }

    func skip() throws(ArchiveFailure) { file = nil }

    // MARK: - A page

    private enum Item {
        case picture
        /// A drawing that may contain pictures, with what it names.
        case drawing(PDFLibrary.Object)
    }

    private func collect(from page: PDFLibrary.Object) {
        (pictures, innerPictures) = ([], 0)
        let resources = inherited("/Resources", of: page) { pdf.isDictionary($0) }
        let turn = pdf.integer(inherited("/Rotate", of: page) { pdf.integer($0) != nil }) ?? 0
        collect(from: resources, depth: 0, placement: .upright, turn: turn) { pdf.content(ofPage: page) }
        for _ in 0..<min(innerPictures, ArchiveLimits.pictureNames) { pictures.append(Picture()) }
    }

    /// What a page has under this key. One without has that of its group.
    private func inherited(
        _ key: String, of page: PDFLibrary.Object, where isRight: (PDFLibrary.Object) -> Bool
    ) -> PDFLibrary.Object {
        var (group, depth) = (page, 0)
        while !isRight(pdf.value(key, of: group)), depth < ArchiveLimits.pdfDepth {
            group = pdf.value("/Parent", of: group)
            depth += 1
        }
        return pdf.value(key, of: group)
    }

    /// Adds the pictures that `content` draws, in `placement`, of those that `resources` names. The page is shown
    /// turned to the right by `turn` degrees.
    private func collect(
        from resources: PDFLibrary.Object, depth: Int, placement: PDFPlacement, turn: Int,
        drawnBy content: () -> CBytes?
    ) {
        let objects = pdf.value("/XObject", of: resources)
        var items: [[UInt8]: (object: PDFLibrary.Object, item: Item)] = [:]
        for key in pdf.keys(of: objects, most: ArchiveLimits.pictureNames) {
            let object = pdf.value(key, of: objects)
            if let item = item(object, depth: depth) { items[key] = (object, item) }
        }
        let drawn: [PDFContent.Drawn]
        if let content = content() {
            // Many pages name the pictures of all of them.
            let read = PDFContent(content.bytes, in: placement)
            drawn = read.drawn
            innerPictures += read.innerPictures
        } else {
            // Content that cannot be read draws them all.
            drawn = items.keys.sorted { $0.lexicographicallyPrecedes($1) }
                .map { PDFContent.Drawn(name: $0, placement: placement) }
        }
        for drawing in drawn {
            guard let (object, item) = items[drawing.name], known.insert(pdf.objectNumber(object)).inserted else {
                continue
            }
            switch item {
            case .picture:
                let orientation = drawing.placement.orientation(onPageTurnedBy: turn)
                pictures.append(Picture(object: object, orientation: orientation))
            case .drawing(let resources):
                let matrix = pdf.numbers("/Matrix", of: pdf.dictionary(of: object)).flatMap { PDFPlacement($0) }
                let inner = (matrix ?? .upright).within(drawing.placement)
                collect(from: resources, depth: depth + 1, placement: inner, turn: turn) {
                    pdf.bytes(of: object, unpacked: true)
                }
            }
        }
    }

    /// What an object that a page names is; nil if there is nothing new to see in it.
    private func item(_ object: PDFLibrary.Object, depth: Int) -> Item? {
        guard pdf.isStream(object), case let number = pdf.objectNumber(object), number > 0, !known.contains(number)
        else { return nil }
        let dictionary = pdf.dictionary(of: object)
        switch pdf.name("/Subtype", of: dictionary) {
        case "/Image":
            if isPhoto(dictionary) { return .picture }
        case "/Form":
            let resources = pdf.value("/Resources", of: dictionary)
            if depth < ArchiveLimits.pdfDepth { return .drawing(resources) }
            // On another page it may lie less deep.
            return nil
        default: break
        }
        known.insert(number)
        return nil
    }

    private func isPhoto(_ dictionary: PDFLibrary.Object) -> Bool {
        guard pdf.bool("/ImageMask", of: dictionary) != true, let width = pdf.integer("/Width", of: dictionary),
            let height = pdf.integer("/Height", of: dictionary)
        else { return false }
        return !PDFPictureSize.isOrnament(width: width, height: height)
    }
}

/// Bytes in the memory of the C library.
final class CBytes {
    let bytes: UnsafeRawBufferPointer

    /// Takes memory from malloc.
    init(taking start: UnsafeMutableRawPointer, count: Int) {
        bytes = UnsafeRawBufferPointer(start: start, count: count)
    }

    /// All bytes of a PDF document.
    init(of source: any ArchiveSource) throws(ArchiveFailure) {
        let count = source.byteCount
        guard count > 0, count <= ArchiveLimits.pdfByteCount else { throw .damaged(reason: "") }
        guard let start = malloc(count) else { throw .outOfMemory }
        bytes = UnsafeRawBufferPointer(start: start, count: count)
        var filled = 0
        while filled < count {
            guard let piece = source.bytes(at: filled, most: DecodeRequest.longestPiece)?.prefix(count - filled),
                !piece.isEmpty
            else { throw .sourceFailed }
            UnsafeMutableRawBufferPointer(start: start + filled, count: piece.count).copyBytes(from: piece)
            filled += piece.count
        }
    }

    deinit { free(UnsafeMutableRawPointer(mutating: bytes.baseAddress)) }
}
