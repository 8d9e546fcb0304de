import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@Suite("Rows that are folders")
struct FolderRowsTests {
    /// Rows whose names end in a slash are folders.
    private static func catalogue(_ names: [String]) throws -> Catalogue {
        var builder = CatalogueBuilder()
        for name in names {
            builder.add(.name, name)
            builder.add(.location, name)
            builder.add(.description, "of " + name)
            try builder.endEntry(at: nil, isFolder: name.hasSuffix("/"))
        }
        return builder.finish(from: Sample.web)
    }

    @Test func `A folder's row says where its list is, and is no photo`() throws {
        let catalogue = try Self.catalogue(["a/", "1.jpg", "b/"])
        #expect((0..<3).map { catalogue.isFolder(at: $0) } == [true, false, true])
        #expect(catalogue.folderCount == 2 && catalogue.photoCount == 1 && catalogue.folders == [0, 2])
        #expect(catalogue.folder(at: 0)?.absoluteString == "http://example.org/albums/a/")
        #expect(catalogue.folder(at: 1) == nil)
        #expect(catalogue.location(at: 2) == .failure(.folder))
        #expect(catalogue.name(at: 2) == "b/" && catalogue.text(of: .description, at: 2) == "of b/")
    }

    @Test func `A folder without a name is called by its address, without the password in it`() throws {
        var builder = CatalogueBuilder()
        for address in ["https://anna:secret@h.org/albums/sea/", "https://anna:secret@h.org/", "ftp://anna:secret@h/"] {
            builder.add(.location, address)
            try builder.endEntry(at: nil, isFolder: true)
        }
        let catalogue = builder.finish(from: Sample.web)
        #expect((0..<3).map { catalogue.name(at: $0) } == ["sea", "h.org", "ftp://anna@h/"])
    }

    @Test func `A folder costs no more than a photo with the same text`() throws {
        var bytes: [Int] = []
        for isFolder in [false, true] {
            var builder = CatalogueBuilder()
            for _ in 0..<10 {
                builder.add(.name, "name")
                builder.add(.location, "place")
                try builder.endEntry(at: nil, isFolder: isFolder)
            }
            bytes.append(builder.finish(from: Sample.web).byteCount)
        }
        #expect(bytes == [10 * (12 + 9), 10 * (12 + 9)])
    }

    @Test func `Rows that are kept of a segment stay what they were`() throws {
        let segment = try Self.catalogue(["a/", "1.jpg", "b/"]).segments[0]
        let kept = segment.keeping([1, 2])
        #expect(kept.folderCount == 1 && !kept.isFolder(at: 0) && kept.isFolder(at: 1))
        #expect(kept.text(of: .name, at: 1) == "b/")
    }

    @Test func `A folder and a photo of the same text are not the same`() throws {
        var builder = CatalogueBuilder()
        try builder.append(name: "a/", location: "a/")
        let photo = builder.finish(from: Sample.web)
        var other = CatalogueBuilder()
        other.add(.name, "a/")
        other.add(.location, "a/")
        try other.endEntry(at: nil, isFolder: true)
        #expect(!photo.hasSameContent(as: other.finish(from: Sample.web)))
    }

    @Test(arguments: CatalogueSaver.Format.allCases)
    func `Saving a catalogue writes photos only`(format: CatalogueSaver.Format) throws {
        let catalogue = try Self.catalogue(["within/", "1.jpg"])
        let text = String(decoding: CatalogueSaver.document(of: catalogue, as: format), as: UTF8.self)
        #expect(text.contains("1.jpg") && !text.contains("within"))
    }

    @MainActor
    @Test func `A folder's record is done, fails never, and has nothing to load`() throws {
        let model = PhotoListModel { _ in }
        model.open(try Self.catalogue(["a/", "1.jpg"])) { _, _, _ in }
        let folder = try #require(model.record(at: 0))
        #expect(folder.state == .folder && folder.state.isFinal && !folder.canRetry)
        #expect(folder.folder?.lastPathComponent == "a" && folder.rowURL == nil && folder.photoURL == nil)
        #expect(model.record(at: 1)?.folder == nil)
        #expect(model.failedEntries.isEmpty)
    }

    @MainActor
    @Test func `Photos are numbered without folders, in any order`() throws {
        let model = PhotoListModel { _ in }
        model.open(try Self.catalogue(["a/", "1.jpg", "b/", "2.jpg", "3.jpg"])) { _, _, _ in }
        func names() -> [String] { (0..<model.photoCount).compactMap { model.photo(at: $0)?.name } }
        #expect(model.photoCount == 3 && names() == ["1.jpg", "2.jpg", "3.jpg"])
        #expect((0..<5).map(model.photoNumber(ofRow:)) == [0, 0, 1, 1, 2])
        #expect(model.photo(at: 3) == nil && model.photo(at: -1) == nil)
        model.arrange(RowOrder([4, 2, 0, 3], isAscending: false)) { _, _, _ in }
        #expect(names() == ["3.jpg", "2.jpg"])
        #expect((0..<4).map(model.photoNumber(ofRow:)) == [0, 1, 1, 1])
        model.open(try Self.catalogue(["1.jpg", "2.jpg"])) { _, _, _ in }
        #expect(names() == ["1.jpg", "2.jpg"])
    }

    @MainActor
    @Test func `No folder takes the place of a photo that leaves`() throws {
        let model = PhotoListModel { _ in }
        model.open(try Self.catalogue(["a/", "1.jpg", "b/", "2.jpg"])) { _, _, _ in }
        let rows = RowAddresses(of: model)
        let urls = try [1, 3].map { try #require(model.record(at: $0)?.photoURL) }
        #expect(rows.photo(inPlaceOf: 1, leaving: [urls[0]])?.name == "2.jpg")
        #expect(rows.photo(inPlaceOf: 3, leaving: [urls[1]])?.name == "1.jpg")
        #expect(rows.photo(inPlaceOf: 3, leaving: Set(urls)) == nil)
    }

    @MainActor
    @Test func `Folders cannot be selected`() throws {
        let model = PhotoListModel { _ in }
        let selection = RowSelection(of: model)
        model.open(try Self.catalogue(["a/", "1.jpg", "b/", "2.jpg"])) { _, _, _ in }
        selection.selectAll()
        #expect(selection.count == 2 && selection.shownEntries == [1, 3])
        selection.select(0..<1, only: true)
        #expect(selection.count == 0)
        selection.invert()
        #expect(selection.shownEntries == [1, 3])
        model.arrange(RowOrder([3, 2, 1, 0], isAscending: false)) { _, _, _ in }
        selection.select(1..<3, only: true)
        #expect(selection.shownEntries == [1])
    }
}
