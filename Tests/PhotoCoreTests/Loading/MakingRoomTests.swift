import Foundation
@testable import PhotoCore
import Testing
import TestSupport

@MainActor
@Suite("Downloads that delay others")
struct MakingRoomTests {
    private func url(_ host: String, _ number: Int) -> URL {
        URL(string: "http://\(host)/\(number)") ?? URL(fileURLWithPath: "/")
    }

    private struct Rig {
        let fetcher = StubFetcher()
        let context = HandDrivenMainContext()
        let clock = Clock()
        let loader: PhotoLoader
        let records: [PhotoRecord]

        @MainActor
        init(_ urls: [URL]) {
            let clock = clock
            loader = PhotoLoader(
                fetcher: fetcher, decoder: StubDecoder(),
                filter: ListFilter(id: "stub", displayName: "Stub", filter: StubFilter()),
                mainContext: context, pictureSize: .square(80),
                retries: Retries(now: { clock.milliseconds }, random: { 0 }))
            records = urls.enumerated().map { row, url in
                PhotoRecord(id: .init(catalogue: 1, entry: row), name: "\(row)", location: .success(url))
            }
        }

        @MainActor
        final class Clock {
            var milliseconds = 0
        }

        /// From the top down; the top ones are nearest to the middle.
        @MainActor
        func look() { loader.pass(over: records.enumerated().map { .init($1, distance: Double($0)) }) }

        @MainActor
        func end() {
            fetcher.end()
            loader.close()
            _ = context.run { context.queued == 0 }
        }
    }

    /// Answers every open request to `host` until all of `rows` are final.
    private func finish(_ rig: Rig, _ rows: [Int], host: String) -> Bool {
        rig.context.run {
            for url in rig.fetcher.open where url.host == host { rig.fetcher.answer(url, .success(Data([1]))) }
            return rows.allSatisfy { rig.records[$0].state.isFinal }
        }
    }

    @Test func `Twelve photos that never arrive delay no photo of another server`() {
        let rig = Rig((0..<12).map { url("black", $0) } + (0..<8).map { url("good", $0) })
        defer { rig.end() }
        rig.look()
        #expect(finish(rig, Array(12..<20), host: "good"))
        #expect(rig.fetcher.open.count == 6)
    }

    private func areDownloading(_ rig: Rig, _ rows: Range<Int>) -> Bool {
        rig.context.run { rig.records[rows].allSatisfy { $0.state == .downloading(fraction: nil) } }
    }

    @Test func `Nor, after a while, photos of the same server; those given up for them fail, and are tried again last`()
    {
        let rig = Rig((0..<20).map { url("mixed", $0) })
        defer { rig.end() }
        var looks: [Int] = []
        rig.loader.passWanted = { looks.append($0) }
        rig.look()
        #expect(rig.fetcher.wait(untilOpen: 6))
        #expect(areDownloading(rig, 0..<6))
        #expect(looks.last == 1000, "a download waits")
        rig.clock.milliseconds = 2999
        rig.look()
        #expect(areDownloading(rig, 0..<6) && rig.fetcher.open.count == 6)
        rig.clock.milliseconds = 3000
        rig.look()
        #expect(rig.fetcher.wait(untilOpen: 12), "six continue aside, and six begin")
        #expect(areDownloading(rig, 0..<12))
        rig.clock.milliseconds = 6000
        rig.look()
        #expect(rig.fetcher.wait(untilClosed: 6), "at most six continue aside")
        #expect(Set(rig.fetcher.closed) == Set((0..<6).map { url("mixed", $0) }))
        let isGood = { (url: URL) in Int(url.lastPathComponent).map { $0 >= 12 } ?? false }
        let areThere = rig.context.run {
            for url in rig.fetcher.open where isGood(url) { rig.fetcher.answer(url, .success(Data([1]))) }
            return rig.records[12...].allSatisfy(\.state.isFinal)
        }
        #expect(areThere)
        #expect(rig.records[0].state == .failed(.fetch(.timedOut(host: "mixed", seconds: 6))))
        // Due again: after those that were never tried.
        #expect(
            LoadPlan(onScreen: [candidate(0, isRetry: true), candidate(1)], inProgress: []).start
                == [candidate(1), candidate(0)].map(\.id))
    }

    private func candidate(_ row: Int, isRetry: Bool = false) -> LoadPlan.Candidate {
        .init(id: .init(catalogue: 1, entry: row), distance: Double(row), isFinal: false, isRetry: isRetry)
    }
}
