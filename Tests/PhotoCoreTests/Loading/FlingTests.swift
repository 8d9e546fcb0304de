import Foundation
@testable import PhotoCore
import Testing
import TestSupport

@Suite("Random flings")
@MainActor
struct FlingTests {
    /// The window test of the same name, without a window: 60 random steps, with answers that are late, fail or never
    /// arrive.
    @Test(arguments: 0..<60)
    func `Wherever the list comes to rest, its rows end filtered or failed, and nothing is left`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let fixture = LoaderFixture(
            count: 60, photosAURL: Bool.random(using: &random) ? 1 : 3,
            budget: Bool.random(using: &random) ? 3000 : HeldPhotos.defaultBudget,
            rowPictures: Bool.random(using: &random) ? StubRowPictures() : nil)
        var rows = 0..<8
        for _ in 0..<60 {
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1:
                fixture.loader.listMoves()
            case 2, 3:
                let first = Int.random(in: 0..<50, using: &random)
                rows = first..<(first + Int.random(in: 1...10, using: &random))
                fixture.look(rows)
            case 4:
                fixture.loader.releaseMemory(onScreen: fixture.screen(rows), live: fixture.records)
            case 5:
                fixture.context.drain()
            case 6:
                for row in rows { fixture.loader.retry(fixture.records[row]) }
            default:
                guard let url = fixture.fetcher.open.randomElement(using: &random) else { continue }
                let answers: [Result<Data, FetchFailure>] = [
                    .success(Data([1])), .success(Data("bad".utf8)), .failure(.cutShort(received: 1, expected: 2)),
                ]
                fixture.fetcher.answer(url, answers.randomElement(using: &random) ?? .success(Data()))
            }
        }
        fixture.look(rows)
        #expect(fixture.finish(rows))
        #expect(fixture.loader.pending.inProgress.isEmpty)
        #expect(fixture.fetcher.open.isEmpty)
        #expect(fixture.fetcher.mostOpen <= 6)
        let claiming = fixture.records.filter { $0.isInProgress }.map(\.id)
        #expect(claiming.isEmpty)
        for row in 0..<60 where !rows.contains(row) {
            if case .downloading = fixture.records[row].state { Issue.record("row \(row) is still downloading") }
        }
    }
}
