import Foundation
@testable import PhotoCore
@testable import PhotoDecoding
@testable import PhotoServices

/// Archives, addresses within them and on shares, links to further documents, and names in other encodings.
extension FuzzTarget {
    static let places = [zips, pdfs, addresses, links, names]

    /// A ZIP's directory, and the photos that it names: the document's bytes, and the ZIP that it describes.
    private static let zips = FuzzTarget(name: "zips") { document in
        for zip in [document, ZIPDocument(document).bytes] {
            let (bytes, access) = (MemoryBytes(zip), ArchiveAccess(network: nil, unpacker: LibraryUnpacker()))
            var listing = ArchiveListing()
            // A directory that is damaged keeps its members before that.
            _ = try? listing.readZip(bytes, access)
            let members = listing.finish()
            expect(members.allSatisfy { ArchiveListing.isPhoto($0.name) }, "A member is no photo")
            expect(!members.contains { ArchiveNames.leadsOut($0.name) }, "A member leads out of its archive")
            for case .zip(let entry) in members.lazy.compactMap(\.place).prefix(8) {
                guard let alone = ZipMemberBytes(entry, of: bytes) else { continue }
                let whole = try? alone.readAll(0..<alone.byteCount, access)
                expect(whole?.count == alone.byteCount, "A member's bytes are missing")
                readMember(of: alone, access)
            }
        }
    }

    /// A PDF document's pictures, and what a page draws, of the same bytes.
    private static let pdfs = FuzzTarget(name: "pdfs") { document in
        let access = ArchiveAccess(network: nil, unpacker: LibraryUnpacker())
        if let stream = try? ArchiveStream(MemoryBytes(document), as: .pdf, access) {
            var count = 0
            while count < 64, let header = try? stream.next() {
                let name = PDFPictureName(header.name)
                expect(name != nil, "A picture has another name")
                var bytes: [UInt8] = []
                while bytes.count < 1 << 20, let piece = try? stream.read(64 << 10), !piece.isEmpty { bytes += piece }
                expect(bytes.isEmpty == (name?.kind == .unread), "Bytes and kind of a picture differ")
                count += 1
            }
        }
        document.withUnsafeBytes { bytes in
            let names = PDFContent(bytes).drawn.map(\.name)
            expect(Set(names).count == names.count && names.allSatisfy { $0.count > 1 }, "A page draws something twice")
            for isInverted in [false, true] {
                for transform in [nil, 0, 1] {
                    let file = PDFJPEG(
                        bytes, isInverted: isInverted, colorTransform: transform, orientation: .rightTop)
                    expect(file.map { $0.replaced <= bytes.count } != false, "A head replaces bytes that are not there")
                }
            }
        }
    }

    /// Up to a megabyte of the first member.
    private static func readMember(of bytes: ZipMemberBytes, _ access: ArchiveAccess) {
        guard let stream = try? ArchiveStream(bytes, as: .zip, access), (try? stream.next()) != nil else { return }
        for _ in 0..<16 {
            guard let piece = try? stream.read(64 << 10), !piece.isEmpty else { return }
        }
    }

    /// Addresses of members and of shares, as catalogues and persons write them.
    private static let addresses = FuzzTarget(name: "addresses") { document in
        let text = String(decoding: document, as: UTF8.self)
        for base in ["http://host/a/b.zip", "file:///a/b.zip", "archive+http://host/b.zip", "archive+file:///b.zip"] {
            guard let base = URL(string: base), case .success(let url)? = ArchiveMember.resolve(text, against: base)
            else { continue }
            expect(ArchiveMember.isNamed(by: url), "\(url) is no member")
            let isFromFile = base.absoluteString.contains("file:")
            expect(isFromFile || ArchiveMember.archive(of: url)?.isFileURL != true, "The network names \(url)")
            if let member = ArchiveMember(url) { expectSame(member) }
        }
        // No photo has a name with a zero.
        if let archive = URL(string: "file:///a%20b/c.zip"), !document.isEmpty, !document.contains(0) {
            expectSame(ArchiveMember(archive: archive, name: document))
        }
        if case .success(let url) = ShareLocation.parse(text) {
            let share = ShareLocation(url)
            expect(share?.url == url, "\(url) is stored as \(share.map { "\($0.url)" } ?? "nothing")")
            expect(share?.address.password(percentEncoded: false) == nil, "\(url) has a password")
            _ = (share?.title, share?.host, share?.isInCamera)
        }
        _ = FeedAddress.plain(text)
    }

    /// A member's URL names it.
    private static func expectSame(_ member: ArchiveMember) {
        guard let url = member.url else { return }
        expect(ArchiveMember(url)?.name == member.name, "\(url) names another member")
    }

    /// A reply's Link fields, and the links of a page: the document in lines, of which each is an attribute in turn.
    private static let links = FuzzTarget(name: "links") { document in
        let text = String(decoding: document, as: UTF8.self)
        if let url = URL(string: "http://host/a/b?page=1") {
            for address in NextPages().addresses(for: url, base: url, links: text) {
                expect(["http", "https"].contains(address.scheme?.lowercased()), "\(address) is read next")
            }
        }
        var link = NextLink()
        for fields in document.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).chunks(of: 4) {
            let attributes = LinkAttributes(fields: fields.map(Array.init))
            link.relation(attributes)
            link.start(attributes)
            (fields.last.map(Array.init) ?? []).withUnsafeBytes { link.add(text: $0) }
            link.end()
        }
        for isFolder in [false, true] {
            expect(link.address(isFolder: isFolder)?.isEmpty != true, "A link leads nowhere")
        }
    }

    private struct LinkAttributes: MarkupAttributes {
        let fields: [[UInt8]]
        var dataValues: [DataValue] { [] }

        func value(of name: StaticString) -> [UInt8]? {
            switch "\(name)" {
            case "href": fields.first
            case "rel": fields.dropFirst(1).first
            case "class", "id": fields.dropFirst(2).first
            case "aria-label": fields.dropFirst(3).first
            default: nil
            }
        }
    }

    /// Names of files and members, in any encoding.
    private static let names = FuzzTarget(name: "names") { document in
        let utf8 = String(validating: document, as: UTF8.self)
        for text in [ReadableName.text(document), ReadableName.path(document)] {
            expect(utf8 == nil || text == utf8, "UTF-8 is read as \(text)")
            expect(text.isEmpty == document.isEmpty, "A name disappears")
        }
        expect(ArchiveNames.fromPage437(document).unicodeScalars.count == document.count, "A character is missing")
        _ = (ArchiveNames.leadsOut(document), ArchiveNames.isHidden(document), ArchiveListing.isPhoto(document))
        let name = SavedName.clean(ReadableName.text(document))
        expect(!name.isEmpty && name.utf8.count <= SavedName.longest && !name.contains("/"), "\(name)")
    }
}

/// An archive that is a document.
private struct MemoryBytes: ArchiveBytes {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var byteCount: Int { bytes.count }

    func read(_ range: Range<Int>, _ access: ArchiveAccess) throws(ArchiveError) -> [UInt8] {
        guard range.lowerBound >= 0, range.upperBound <= bytes.count else { fatalError("Bytes are outside: \(range)") }
        return Array(bytes[range])
    }
}

extension Array {
    /// Its elements in groups, of which the last may be shorter.
    fileprivate func chunks(of count: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: self.count, by: count).map { self[$0..<Swift.min($0 + count, self.count)] }
    }
}
