import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@MainActor
@Suite("Catalogues of months that are not read are saved and copied")
struct RowWalkTests {
    @MainActor
    private final class End {
        var saved: Result<SaveOutcome, SaveFailure>?
        var copied: (text: String, outcome: SaveOutcome)?
        var fractions: [Double] = []
    }

    private let context = HandDrivenMainContext()
    private let lists = StubFetcher()
    private let end = End()
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("walk-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private var path: String { folder.appendingPathComponent("x.json").path }

    private func removeFolder() { try? FileManager.default.removeItem(at: folder) }

    private func reader(of catalogue: Catalogue) -> SectionReader? {
        SectionReader(of: catalogue, reader: CountingMonthReader(), fetcher: lists, mainContext: context) { _, _ in
            NSObject()
        }
    }

    private func save(
        _ catalogue: Catalogue, _ order: RowOrder? = nil, as format: CatalogueSaver.Format = .json
    ) -> CatalogueSaving {
        let saving = CatalogueSaving(
            order ?? RowOrder(identity: catalogue.count), of: catalogue, as: format, to: FilePath(path),
            reader: reader(of: catalogue), mainContext: context)
        end.saved = nil
        saving.start { [end] in
            end.fractions.append(saving.fraction)
        } ended: { [end] in
            end.saved = $0
        }
        return saving
    }

    private func isAsked(_ month: Int) -> Bool { context.run { lists.open == [LibraryStub.address(month)] } }

    private func answer(_ month: Int, _ result: Result<String, FetchFailure>) {
        lists.answer(LibraryStub.address(month), result.map { Data($0.utf8) })
    }

    private func finish() throws -> SaveOutcome {
        #expect(context.run { end.saved != nil })
        return try #require(end.saved).get()
    }

    private var photos: [[String: Any]] {
        let document = try? JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path)))
        return (document as? [String: Any])?["photos"] as? [[String: Any]] ?? []
    }

    private var names: [String] { photos.compactMap { $0["name"] as? String } }

    @Test func `Months are read one after the other, and have as many rows as their lists`() throws {
        defer { removeFolder() }
        let saving = save(try LibraryStub.partlyRead())
        #expect(isAsked(1))
        #expect(saving.isReading)
        answer(1, .success("4"))
        #expect(isAsked(2))
        answer(2, .success("1"))
        let outcome = try finish()
        #expect(outcome.keptCount == 7 && outcome.total == 7 && outcome.missing.isEmpty)
        #expect(names == ["0 0", "0 1", "1 0", "1 1", "1 2", "1 3", "2 0"])
        #expect(photos.last?["url"] as? String == "https://h/api/assets/2-0/original")
        #expect(lists.mostOpen == 1)
        #expect(end.fractions == end.fractions.sorted() && end.fractions.last == 1)
    }

    @Test(arguments: CatalogueSaver.Format.allCases)
    func `What is saved is what the known catalogue would be saved as`(format: CatalogueSaver.Format) throws {
        defer { removeFolder() }
        var catalogue = LibraryStub.catalogue([2, 3])
        catalogue.facts.title = "Library"
        _ = save(catalogue, as: format)
        #expect(isAsked(0))
        answer(0, .success("2"))
        #expect(isAsked(1))
        answer(1, .success("3"))
        #expect(try finish().keptCount == 5)
        for month in 0..<2 {
            catalogue.read(libraryMonth: month, as: try LibraryStub.content(month, month + 2).segment)
        }
        let saved = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(Array(saved) == CatalogueSaver.document(of: catalogue, as: format))
    }

    @Test func `The order is that of the list, the last one first as well`() throws {
        defer { removeFolder() }
        _ = save(try LibraryStub.partlyRead(), RowOrder(reversed: 7))
        #expect(isAsked(2))
        answer(2, .success("2"))
        #expect(isAsked(1))
        answer(1, .success("3"))
        #expect(try finish().keptCount == 7)
        #expect(names == ["2 1", "2 0", "1 2", "1 1", "1 0", "0 1", "0 0"])
    }

    @Test func `A month that cannot be read is counted and named, and the others are saved`() throws {
        defer { removeFolder() }
        let catalogue = try LibraryStub.partlyRead()
        let refusal = FetchFailure.refused(status: 404, phrase: "Not Found")
        _ = save(catalogue)
        #expect(isAsked(1))
        answer(1, .failure(refusal))
        #expect(isAsked(2))
        answer(2, .success("2"))
        let outcome = try finish()
        #expect(outcome.keptCount == 4 && outcome.total == 7 && outcome.missingCount == 3)
        #expect(outcome.missing.map(\.ofMonth) == [3])
        #expect(outcome.missing.map(\.name) == [catalogue.name(at: 2)])
        #expect(outcome.missing.map(\.failure) == [.fetch(refusal)])
        #expect(names == ["0 0", "0 1", "2 0", "2 1"])
    }

    @Test func `If no month can be read, the file stays what it was`() throws {
        defer { removeFolder() }
        try Data("old".utf8).write(to: URL(fileURLWithPath: path))
        _ = save(LibraryStub.catalogue([2]))
        #expect(isAsked(0))
        answer(0, .failure(.refused(status: 404, phrase: "Not Found")))
        let outcome = try finish()
        #expect(outcome.keptCount == 0 && outcome.missingCount == 2)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    }

    @Test func `Cancelled, the month is given up, and the file stays what it was`() throws {
        defer { removeFolder() }
        try Data("old".utf8).write(to: URL(fileURLWithPath: path))
        let saving = save(try LibraryStub.partlyRead())
        #expect(isAsked(1))
        saving.cancel()
        let outcome = try #require(end.saved).get()
        #expect(outcome.isCancelled && outcome.keptCount == 0)
        #expect(lists.closed == [LibraryStub.address(1)])
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    }

    @Test func `What cannot be written is said before a month is asked for`() throws {
        removeFolder()
        _ = save(LibraryStub.catalogue([2]))
        #expect(context.run { end.saved == .failure(.noFolder) })
        #expect(lists.asked.isEmpty)
    }

    @Test func `Rows of a month that are not next to each other are saved once`() throws {
        defer { removeFolder() }
        _ = save(try LibraryStub.partlyRead(), RowOrder([4, 0, 2, 3, 1], isAscending: false))
        #expect(isAsked(1))
        answer(1, .success("4"))
        #expect(try finish().keptCount == 6)
        #expect(names == ["1 0", "1 1", "1 2", "1 3", "0 0", "0 1"])
    }

    @Test func `The photos of all libraries are saved, those of a month that is partly known once`() throws {
        defer { removeFolder() }
        _ = save(try LibraryStub.halfRead())
        #expect(context.run { lists.open.count == 2 })
        answer(7, .success("3"))
        answer(0, .success("2"))
        #expect(try finish().keptCount == 5)
        #expect(names == ["0 0", "0 1", "7 0", "7 1", "7 2"])
    }

    @Test func `A password in the library's address is not saved`() throws {
        defer { removeFolder() }
        var catalogue = LibraryStub.catalogue([1])
        catalogue.facts.base = "https://ann:secret@h/api/"
        _ = save(catalogue)
        #expect(isAsked(0))
        answer(0, .success("1"))
        #expect(try finish().keptCount == 1)
        #expect(photos.count == 1)
        #expect(try !String(contentsOfFile: path, encoding: .utf8).contains("secret"))
    }

    private func copy(_ what: CopiedText, of catalogue: Catalogue) -> TextCopying {
        let copying = TextCopying(
            what, of: Array(0..<UInt32(clamping: catalogue.count)), in: catalogue,
            reader: reader(of: catalogue), mainContext: context)
        copying.start(changed: {}) { [end] text, outcome in
            end.copied = (String(decoding: text, as: UTF8.self), outcome)
        }
        return copying
    }

    @Test func `Names and addresses of months that are not read are copied, and missing ones are counted`() throws {
        defer { removeFolder() }
        let copying = copy(.addresses, of: try LibraryStub.partlyRead())
        #expect(isAsked(1))
        answer(1, .success("1"))
        #expect(isAsked(2))
        answer(2, .failure(.refused(status: 404, phrase: "Not Found")))
        #expect(context.run { end.copied != nil })
        let copied = try #require(end.copied)
        let addresses = ["0-0", "0-1", "1-0"].map { "https://h/api/assets/\($0)/original" }
        #expect(copied.text == addresses.joined(separator: "\n"))
        #expect(copied.outcome.keptCount == 3 && copied.outcome.missingCount == 2)
        #expect(copying.fraction == 1)
    }

    @Test func `Copying that is cancelled copies nothing`() throws {
        defer { removeFolder() }
        let copying = copy(.names, of: try LibraryStub.partlyRead())
        #expect(isAsked(1))
        copying.cancel()
        #expect(end.copied?.text == "" && end.copied?.outcome.isCancelled == true)
        #expect(lists.closed == [LibraryStub.address(1)])
    }
}
