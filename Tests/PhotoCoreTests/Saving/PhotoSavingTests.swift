import Foundation
import PhotoCore
import TestSupport
import Testing

@MainActor
@Suite struct PhotoSavingTests {
    private let trial: SavingTrial

    init() throws { trial = try SavingTrial() }

    private static func url(_ name: String) -> URL { URL(fileURLWithPath: "/photos/\(name).jpg") }

    /// Originals from a fetcher that answers them one by one.
    private func save(_ names: [String]) {
        trial.keep(.original, names.map(SavingTrial.photo), fetcher: trial.fetcher)
    }

    @Test func `Several are fetched at a time, no more, and all have files of their own`() throws {
        save(["a", "b", "c", "d", "e", "f"])
        #expect(trial.fetcher.wait(untilOpen: 4))
        #expect(trial.keeping?.progress.begun == 4)
        for name in ["b", "a", "d", "c"] { trial.fetcher.answer(Self.url(name), .success(Data(name.utf8))) }
        #expect(trial.context.run { trial.fetcher.open.count == 2 })
        #expect(trial.fetcher.mostOpen == 4)
        for name in ["e", "f"] { trial.fetcher.answer(Self.url(name), .success(Data(name.utf8))) }
        let outcome = try #require(trial.finish())
        #expect(outcome.keptCount == 6 && outcome.missing.isEmpty)
        #expect(trial.files == ["a.jpg", "b.jpg", "c.jpg", "d.jpg", "e.jpg", "f.jpg"])
        #expect(trial.contents("d.jpg") == Data("d".utf8))
        let fractions = trial.fractions.compactMap(\.self)
        #expect(fractions == fractions.sorted() && fractions.last == 1)
    }

    @Test func `Names are made unique among each other and the folder's, and nothing is replaced`() throws {
        try Data("old".utf8).write(to: trial.folder.appendingPathComponent("a.jpg"))
        let other = SavedPhoto(
            name: "x", location: .success(URL(fileURLWithPath: "/elsewhere/A.jpg")), held: Data("2".utf8))
        let same = SavedPhoto(name: "x", location: .success(Self.url("a")), held: Data("1".utf8))
        trial.keep(.original, [same, other])
        #expect(try #require(trial.finish()).keptCount == 2)
        #expect(trial.files.count == 3 && Set(trial.files.map { $0.lowercased() }).count == 3)
        #expect(trial.contents("a.jpg") == Data("old".utf8))
    }

    @Test func `A file that appears while a photo is fetched is not replaced`() throws {
        trial.keep(.original, [SavingTrial.photo("a")], fetcher: trial.fetcher)
        #expect(trial.fetcher.wait(untilOpen: 1))
        try Data("theirs".utf8).write(to: trial.folder.appendingPathComponent("a.jpg"))
        trial.fetcher.answer(Self.url("a"), .success(Data("ours".utf8)))
        #expect(try #require(trial.finish()).lastFile?.path.shownName == "a (2).jpg")
        #expect(trial.contents("a.jpg") == Data("theirs".utf8))
        #expect(trial.contents("a (2).jpg") == Data("ours".utf8))
    }

    @Test func `Nor is one that appears at a single photo's path after the question`() throws {
        trial.keep(.original, [SavingTrial.photo("a")], to: trial.target("b.jpg"), fetcher: trial.fetcher)
        #expect(trial.fetcher.wait(untilOpen: 1))
        try Data("theirs".utf8).write(to: trial.folder.appendingPathComponent("b.jpg"))
        trial.fetcher.answer(Self.url("a"), .success(Data("ours".utf8)))
        #expect(try #require(trial.finish()).missing.map(\.failure) == [.save(.nameTaken)])
        #expect(trial.files == ["b.jpg"] && trial.contents("b.jpg") == Data("theirs".utf8))
    }

    @Test func `One that fails stops no other, and is reported at the end with its reason`() throws {
        let homeless = SavedPhoto(name: "homeless", location: .failure(.empty))
        trial.keep(.original, [homeless, SavingTrial.photo("a"), SavingTrial.photo("b")], fetcher: trial.fetcher)
        #expect(trial.fetcher.wait(untilOpen: 2))
        trial.fetcher.answer(Self.url("a"), .failure(.refused(status: 404, phrase: "Not Found")))
        trial.fetcher.answer(Self.url("b"), .success(Data("b".utf8)))
        let outcome = try #require(trial.finish())
        #expect(outcome.keptCount == 1)
        #expect(outcome.missing.map(\.name) == ["homeless", "a"])
        #expect(outcome.missing.map(\.number) == [0, 1])
        #expect(
            outcome.missing.map(\.failure) == [.location(.empty), .fetch(.refused(status: 404, phrase: "Not Found"))])
        #expect(trial.files == ["b.jpg"])
    }

    @Test func `Cancelled, what is finished stays, and no more is begun`() throws {
        save(["a", "b", "c", "d", "e", "f"])
        #expect(trial.fetcher.wait(untilOpen: 4))
        trial.fetcher.answer(Self.url("a"), .success(Data("a".utf8)))
        #expect(trial.context.run { trial.keeping?.progress.done == 1 })
        trial.keeping?.cancel()
        #expect(trial.outcome?.isCancelled == true && trial.outcome?.keptCount == 1)
        #expect(trial.fetcher.wait(untilClosed: 4))
        #expect(trial.files == ["a.jpg"])
        #expect(trial.fetcher.asked.count == 5)
    }

    @Test func `Of none there is nothing to do`() throws {
        save([])
        #expect(try #require(trial.finish()).keptCount == 0)
    }
}
