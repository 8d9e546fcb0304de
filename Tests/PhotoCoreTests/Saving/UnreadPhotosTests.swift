import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@MainActor
@Suite("Selected photos of months that are not read are saved")
struct UnreadPhotosTests {
    /// What is to be done later, and the time.
    @MainActor
    private final class Clock {
        var now = 0
        var waiting: [@MainActor () -> Void] = []
    }

    private static let refusal = FetchFailure.refused(status: 404, phrase: "Not Found")
    private static let outage = FetchFailure.refused(status: 503, phrase: "Service Unavailable")

    private let trial: SavingTrial
    private let lists = StubFetcher()
    private let clock = Clock()

    init() throws { trial = try SavingTrial() }

    private func chosen(_ entries: [UInt32], of catalogue: Catalogue) -> ChosenPhotos {
        let reader = SectionReader(
            of: catalogue, reader: CountingMonthReader(), fetcher: lists, mainContext: trial.context,
            retries: Retries(now: { [clock] in clock.now }, random: { 0 })
        ) { [clock] _, work in
            clock.waiting.append(work)
            return clock
        }
        return ChosenPhotos(
            ChosenEntries(entries, in: catalogue, reader: reader) { entry, catalogue in
                SavedPhoto(
                    name: catalogue.name(at: entry), location: catalogue.location(at: entry), held: Data([1]))
            })
    }

    private func save(_ entries: [UInt32], of catalogue: Catalogue) {
        trial.keep(.original, chosen(entries, of: catalogue))
    }

    private func isAsked(_ month: Int) -> Bool {
        trial.context.run { trial.keeping?.isReading == true && lists.open == [LibraryStub.address(month)] }
    }

    private func answer(_ month: Int, _ result: Result<String, FetchFailure>) {
        lists.answer(LibraryStub.address(month), result.map { Data($0.utf8) })
    }

    @Test func `All months are read one after the other, and have as many photos as their lists`() throws {
        save(Array(0..<7), of: try LibraryStub.partlyRead())
        #expect(isAsked(1))
        #expect(trial.files == ["0 0", "0 1"])
        answer(1, .success("3"))
        #expect(isAsked(2))
        answer(2, .success("4"))
        let outcome = try #require(trial.finish())
        #expect(outcome.keptCount == 9 && outcome.total == 9 && outcome.missing.isEmpty)
        #expect(trial.files == ["0 0", "0 1", "1 0", "1 1", "1 2", "2 0", "2 1", "2 2", "2 3"])
        #expect(lists.mostOpen == 1)
        #expect(trial.keeping?.progress.fraction == 1)
    }

    @Test func `A month with fewer photos than were counted is no failure`() throws {
        save(Array(2..<7), of: try LibraryStub.partlyRead())
        #expect(isAsked(1))
        answer(1, .success("0"))
        #expect(isAsked(2))
        answer(2, .success("1"))
        let outcome = try #require(trial.finish())
        #expect(outcome.keptCount == 1 && outcome.total == 1 && outcome.missingCount == 0)
    }

    @Test func `A month that cannot be read is counted and named, and is read again on Retry`() throws {
        let catalogue = try LibraryStub.partlyRead()
        save(Array(0..<7), of: catalogue)
        #expect(isAsked(1))
        answer(1, .failure(Self.refusal))
        #expect(isAsked(2))
        answer(2, .success("2"))
        let outcome = try #require(trial.finish())
        #expect(outcome.keptCount == 4 && outcome.total == 7 && outcome.missingCount == 3)
        #expect(outcome.missing.map(\.ofMonth) == [3])
        #expect(outcome.missing.map(\.name) == [catalogue.name(at: 2)])
        #expect(outcome.missing.map(\.failure) == [.fetch(Self.refusal)])
        let missed = try #require(trial.keeping?.missed)
        #expect(missed.count == 3)
        trial.keep(.original, missed)
        #expect(isAsked(1))
        answer(1, .success("3"))
        #expect(try #require(trial.finish()).keptCount == 3)
        #expect(trial.files.count == 7)
    }

    @Test func `Of a month of which some are selected, those at their places are saved`() throws {
        save([3], of: try LibraryStub.partlyRead())
        #expect(isAsked(1))
        answer(1, .success("3"))
        #expect(try #require(trial.finish()).keptCount == 1)
        #expect(trial.files == ["1 1"])
    }

    @Test func `They stay in the order of the list`() throws {
        var photos = chosen([6, 5, 4, 3, 2], of: try LibraryStub.partlyRead())
        guard case .unread(let month) = photos.next() else {
            Issue.record("It is not to be read")
            return
        }
        #expect(month.count == 2)
        var known: [UInt32]?
        month.read { known = $0.known.entries }
        #expect(trial.context.run { lists.open.count == 1 })
        answer(2, .success("3"))
        #expect(trial.context.run { known != nil })
        #expect(known == [7, 6, 5])
    }

    @Test func `A list is asked for again while its server is out of order, but not for ever`() throws {
        save([2, 3, 4], of: try LibraryStub.partlyRead())
        #expect(isAsked(1))
        for count in 1..<SectionReader.mostTries {
            answer(1, .failure(Self.outage))
            #expect(trial.context.run { clock.waiting.count == count })
            #expect(trial.outcome == nil)
            clock.now += 1_000_000
            clock.waiting.last?()
            #expect(trial.context.run { lists.asked.count == count + 1 })
        }
        answer(1, .failure(Self.outage))
        #expect(try #require(trial.finish()).missingCount == 3)
    }

    @Test func `A server that stays out of order is asked once for each month that follows, until it is back`() throws {
        save(Array(0..<5), of: LibraryStub.catalogue([1, 1, 1, 1, 1]))
        #expect(isAsked(0))
        for count in 1..<SectionReader.mostTries {
            answer(0, .failure(Self.outage))
            #expect(trial.context.run { clock.waiting.count == count })
            clock.now += 1_000_000
            clock.waiting.last?()
            #expect(isAsked(0))
        }
        let waits = clock.waiting.count
        answer(0, .failure(Self.outage))
        for month in 1...2 {
            #expect(isAsked(month))
            answer(month, .failure(Self.outage))
        }
        #expect(isAsked(3))
        #expect(clock.waiting.count == waits)
        answer(3, .success("1"))
        #expect(isAsked(4))
        answer(4, .failure(Self.outage))
        #expect(trial.context.run { clock.waiting.count == waits + 1 })
        clock.now += 1_000_000
        clock.waiting.last?()
        #expect(isAsked(4))
        answer(4, .success("1"))
        let outcome = try #require(trial.finish())
        #expect(outcome.keptCount == 2 && outcome.missingCount == 3)
    }

    @Test func `A server that is back answers`() throws {
        save([2, 3, 4], of: try LibraryStub.partlyRead())
        #expect(isAsked(1))
        answer(1, .failure(Self.outage))
        #expect(trial.context.run { clock.waiting.count == 1 })
        clock.now += 1_000_000
        clock.waiting.last?()
        #expect(isAsked(1))
        answer(1, .success("3"))
        #expect(try #require(trial.finish()).keptCount == 3)
    }

    @Test(arguments: [0, 1])
    func `A server that wants a minute is waited for, and not one that wants a millisecond more`(more: Int) throws {
        save([2, 3, 4], of: try LibraryStub.partlyRead())
        #expect(isAsked(1))
        let seconds = Double(SectionReader.longestWaitMilliseconds + more) / 1000
        answer(1, .failure(.refused(status: 429, phrase: "Too Many Requests", retryAfter: seconds)))
        guard more == 0 else {
            #expect(try #require(trial.finish()).missingCount == 3)
            #expect(clock.waiting.isEmpty)
            return
        }
        #expect(trial.context.run { clock.waiting.count == 1 })
        clock.now += SectionReader.longestWaitMilliseconds
        clock.waiting.last?()
        #expect(isAsked(1))
        answer(1, .success("3"))
        #expect(try #require(trial.finish()).keptCount == 3)
    }

    @Test func `A server that wants an hour is not waited for`() throws {
        save([2, 3, 4], of: try LibraryStub.partlyRead())
        #expect(isAsked(1))
        answer(1, .failure(.refused(status: 429, phrase: "Too Many Requests", retryAfter: 3600)))
        #expect(try #require(trial.finish()).missingCount == 3)
        #expect(clock.waiting.isEmpty)
    }

    @Test func `Cancelled, the month is given up`() throws {
        save(Array(0..<7), of: try LibraryStub.partlyRead())
        #expect(isAsked(1))
        trial.keeping?.cancel()
        #expect(trial.outcome?.isCancelled == true && trial.outcome?.keptCount == 2)
        #expect(lists.closed == [LibraryStub.address(1)])
        #expect(lists.asked.count == 1)
    }

    @Test func `A month of several libraries has the photos of all`() throws {
        save(Array(0..<5), of: try LibraryStub.ofTwo())
        #expect(trial.context.run { lists.open.count == 2 })
        answer(7, .success("3"))
        answer(0, .success("2"))
        #expect(try #require(trial.finish()).keptCount == 5)
        #expect(trial.files == ["0 0", "0 1", "7 0", "7 1", "7 2"])
    }

    @Test func `Of a library that does not answer the photos are left out, and those of the other are saved`() throws {
        save(Array(0..<5), of: try LibraryStub.ofTwo())
        #expect(trial.context.run { lists.open.count == 2 })
        answer(7, .failure(Self.refusal))
        answer(0, .success("2"))
        let outcome = try #require(trial.finish())
        #expect(outcome.keptCount == 2 && outcome.total == 5)
        #expect(outcome.missing.map(\.ofMonth) == [3])
        #expect(outcome.missing.map(\.failure) == [.fetch(Self.refusal)])
        #expect(trial.files == ["0 0", "0 1"])
        // To read the month again would save the others twice.
        #expect(trial.keeping?.missed.count == 0)
    }

    @Test func `The unread photos of a month that is partly known are read, and the others are saved once`() throws {
        save(Array(0..<5), of: try LibraryStub.halfRead())
        #expect(trial.context.run { trial.keeping?.isReading == true && lists.open.count == 2 })
        #expect(trial.files == ["0 0", "0 1"])
        answer(7, .success("4"))
        answer(0, .success("2"))
        let outcome = try #require(trial.finish())
        #expect(outcome.keptCount == 6 && outcome.total == 6 && outcome.missingCount == 0)
        #expect(trial.files == ["0 0", "0 1", "7 0", "7 1", "7 2", "7 3"])
    }

    @Test func `Of the unread photos of a month that is partly known, those at their places are saved`() throws {
        save([4, 2], of: try LibraryStub.halfRead())
        #expect(trial.context.run { lists.open.count == 2 })
        answer(7, .success("3"))
        answer(0, .success("2"))
        #expect(try #require(trial.finish()).keptCount == 2)
        #expect(trial.files == ["7 0", "7 2"])
    }

    @Test func `Unread photos that are not next to each other in the list are read together, and saved once`() throws {
        save([4, 0, 3, 1, 2], of: try LibraryStub.halfRead())
        #expect(trial.context.run { trial.keeping?.isReading == true && lists.open.count == 2 })
        answer(7, .success("4"))
        answer(0, .success("2"))
        let outcome = try #require(trial.finish())
        #expect(outcome.keptCount == 6 && outcome.total == 6 && outcome.missingCount == 0)
        #expect(trial.files == ["0 0", "0 1", "7 0", "7 1", "7 2", "7 3"])
        #expect(lists.asked.count == 2)
    }

    @Test(arguments: [2, 4])
    func `A month whose rows are not next to each other is read once, and has the photos of its list`(
        count: Int
    ) throws {
        save([4, 0, 2, 5, 3, 1], of: try LibraryStub.partlyRead())
        #expect(isAsked(1))
        answer(1, .success("\(count)"))
        #expect(trial.context.run { lists.open == [LibraryStub.address(2)] })
        answer(2, .success("2"))
        let outcome = try #require(trial.finish())
        #expect(outcome.keptCount == count + 3 && outcome.total == count + 3)
        #expect(trial.files == ["0 0", "0 1"] + (0..<count).map { "1 \($0)" } + ["2 0"])
        #expect(lists.asked.count == 2)
    }

    @Test func `Of rows that are not next to each other, those at their places are saved`() throws {
        save([4, 0, 2], of: try LibraryStub.partlyRead())
        #expect(isAsked(1))
        answer(1, .success("3"))
        #expect(try #require(trial.finish()).keptCount == 3)
        #expect(trial.files == ["0 0", "1 0", "1 2"])
        #expect(lists.asked.count == 1)
    }

    @Test func `The unread photos of a month that is partly known are read again on Retry`() throws {
        save(Array(0..<5), of: try LibraryStub.halfRead())
        #expect(trial.context.run { trial.keeping?.isReading == true && lists.open.count == 2 })
        answer(7, .failure(Self.refusal))
        answer(0, .success("2"))
        let outcome = try #require(trial.finish())
        #expect(outcome.keptCount == 2 && outcome.total == 5)
        #expect(outcome.missing.map(\.ofMonth) == [3])
        let missed = try #require(trial.keeping?.missed)
        #expect(missed.count == 3)
        trial.keep(.original, missed)
        #expect(trial.context.run { lists.open.count == 2 })
        answer(7, .success("3"))
        answer(0, .success("2"))
        #expect(try #require(trial.finish()).keptCount == 3)
        #expect(trial.files == ["0 0", "0 1", "7 0", "7 1", "7 2"])
    }

    @Test func `A single photo is known, or is to be read`() throws {
        let catalogue = try LibraryStub.partlyRead()
        #expect(chosen([1], of: catalogue).one?.name == "0 1")
        #expect(chosen([2], of: catalogue).one == nil)
        #expect(chosen([0, 1], of: catalogue).one == nil)
    }
}
