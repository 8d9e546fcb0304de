import Foundation
@testable import PhotoCore
@testable import PhotoServices
import Synchronization
import Testing
import TestSupport

@Suite("HTTP/2")
struct HTTP2Tests {
    private typealias Outcome = Result<FetchedData, FetchFailure>

    /// The results of requests sent at the same time.
    private final class Outcomes: Sendable {
        private let outcomes = Mutex<[URL: Outcome]>([:])
        private let begun = Mutex(0)
        private let ended = DispatchSemaphore(value: 0)

        func fetch(_ url: URL, with fetcher: DataFetcher) -> any FetchTask {
            begun.withLock { $0 += 1 }
            return fetcher.fetch(FetchRequest(url: url), progress: { _ in }) { [self] outcome in
                outcomes.withLock { $0[url] = outcome }
                ended.signal()
            }
        }

        /// Waits until `count` of them have ended.
        func wait(for count: Int) -> [URL: Outcome] {
            for _ in 0..<count where ended.wait(timeout: .now() + 120) != .success { return [:] }
            begun.withLock { $0 -= count }
            return outcomes.withLock { $0 }
        }

        /// Waits until the remaining ones have ended.
        func wait() -> [URL: Outcome] { wait(for: begun.withLock { $0 }) }
    }

    @Test func `Forty photos of one host, the first ones too, load at once over one connection`() throws {
        let server = try #require(HTTP2Server())
        defer { server.stop() }
        let fetcher = DataFetcher(authorities: server.authority)
        let outcomes = Outcomes()
        for number in 0..<40 { _ = outcomes.fetch(server.url("/\(number)"), with: fetcher) }
        // None is answered before all are requested.
        #expect(server.wait { $0.asked.count == 40 }, "\(server.asked)")
        server.go()
        let ended = outcomes.wait()
        #expect(ended.count == 40)
        #expect(ended.values.allSatisfy { (try? $0.get().data.count) == 5000 })
        #expect(server.connections == 1)
    }

    @Test func `What is given up while its body comes is reset at once, and leaves the connection to the others`()
        throws
    {
        let server = try #require(HTTP2Server())
        defer { server.stop() }
        let fetcher = DataFetcher(authorities: server.authority)
        let outcomes = Outcomes()
        let hasBegun = Mutex(0)
        let changed = DispatchSemaphore(value: 0)
        let half = fetcher.fetch(FetchRequest(url: server.url("/half"))) { progress in
            hasBegun.withLock { $0 = progress.received }
            changed.signal()
        } completion: { _ in
        }
        _ = outcomes.fetch(server.url("/other"), with: fetcher)
        while hasBegun.withLock({ $0 }) < 2500 { #expect(changed.wait(timeout: .now() + 120) == .success) }
        half.cancel()
        #expect(server.wait { $0.reset == ["/half"] })
        server.go()
        #expect((try? outcomes.wait()[server.url("/other")]?.get().data.count) == 5000)
        #expect(server.connections == 1)
    }

    // libsoup 3.2 handles the cancellation of an unanswered request when the next bytes arrive on its connection.
    @Test
    func `What is given up unanswered is reset with the next sign of life, and leaves the connection to the others`()
        throws
    {
        let server = try #require(HTTP2Server())
        defer { server.stop() }
        let fetcher = DataFetcher(authorities: server.authority)
        let outcomes = Outcomes()
        let tasks = (0..<12).map { outcomes.fetch(server.url("/\($0)"), with: fetcher) }
        #expect(server.wait { $0.asked.count == 12 })
        for number in 0..<4 { tasks[number].cancel() }
        // A request cancelled after its answer has arrived is reset only with the next one.
        #expect(outcomes.wait(for: 4).count == 4)
        server.answer("/11")
        #expect(server.wait { $0.reset.count == 4 })
        server.go()
        let ended = outcomes.wait()
        for number in 0..<12 {
            let outcome = ended[server.url("/\(number)")]
            if number < 4 {
                #expect(outcome == .failure(.cancelled))
            } else {
                #expect((try? outcome?.get().data.count) == 5000)
            }
        }
        #expect(Set(server.reset) == ["/0", "/1", "/2", "/3"])
        #expect(server.connections == 1)
    }

    @Test(arguments: [6, 11])
    @MainActor
    func `The download queue's limit holds: six photos at once, or as many as are set`(limit: Int) throws {
        let server = try #require(HTTP2Server())
        defer { server.stop() }
        let context = HandDrivenMainContext()
        let loader = PhotoLoader(
            fetcher: DataFetcher(authorities: server.authority), decoder: StubDecoder(), filter: .sepia,
            mainContext: context, pictureSize: .square(80))
        if limit != 6 { loader.pending.downloadLimit = limit }
        let records = (0..<20).map { row in
            PhotoRecord(
                id: .init(catalogue: 1, entry: row), name: "\(row)", location: .success(server.url("/\(row)")))
        }
        loader.pass(over: records.enumerated().map { .init($1, distance: Double($0)) })
        #expect(server.wait { $0.asked.count >= limit })
        // The next one begins when one of these ends.
        #expect(loader.pending.downloadQueues.operations.filter(\.isExecuting).count == limit)
        #expect(server.asked.count == limit)
        server.go()
        #expect(context.run { records.allSatisfy(\.state.isFinal) })
        #expect(server.wait { $0.asked.count == 20 })
        #expect(server.connections == 1)
        loader.close()
    }

    @Test func `A certificate that nobody vouches for is no secure connection`() throws {
        let server = try #require(HTTP2Server())
        defer { server.stop() }
        let outcomes = Outcomes()
        let fetcher = DataFetcher()
        _ = outcomes.fetch(server.url("/a"), with: fetcher)
        guard case .failure(.insecure(let host, _)) = outcomes.wait()[server.url("/a")] else {
            Issue.record("\(outcomes.wait())")
            return
        }
        #expect(host == "127.0.0.1")
        #expect(server.asked.isEmpty)
    }

    @Test func `An endless body that nobody wants is reset, and the redirect followed over the same connection`() throws
    {
        let server = try #require(HTTP2Server())
        defer { server.stop() }
        server.go()
        let fetcher = DataFetcher(authorities: server.authority)
        let outcomes = Outcomes()
        let url = server.url("/endless/302")
        _ = outcomes.fetch(url, with: fetcher)
        #expect((try? outcomes.wait()[url]?.get().data.count) == 5000)
        // What the server says arrives later than what it sends.
        #expect(server.wait { $0.reset == ["/endless/302"] && $0.asked == ["/endless/302", "/target"] })
    }

    @Test(
        arguments: [
            (401, FetchFailure.unanswerable(status: 401)), (404, .refused(status: 404, phrase: "Not Found")),
            (421, .refused(status: 421, phrase: "Misdirected Request")),
        ])
    func `So is that of a challenge, an error, or a server that says that it is the wrong one`(
        status: Int, failure: FetchFailure
    ) throws {
        let server = try #require(HTTP2Server())
        defer { server.stop() }
        let fetcher = DataFetcher(authorities: server.authority)
        let outcomes = Outcomes()
        let url = server.url("/endless/\(status)")
        _ = outcomes.fetch(url, with: fetcher)
        guard case .failure(let found) = outcomes.wait()[url] else {
            Issue.record("\(outcomes.wait())")
            return
        }
        if status == 401 { #expect(found == failure) }
        #expect(server.wait { !$0.reset.isEmpty || $0.connections > 1 })
    }

    @Test func `Endless interim replies fail the photo, and delay none of another connection`() throws {
        let (evil, good) = (try #require(HTTP2Server()), try #require(HTTP2Server()))
        defer {
            evil.stop()
            good.stop()
        }
        good.go()
        let outcomes = Outcomes()
        let url = evil.url("/interim")
        let fetchers = [evil, good].map { DataFetcher(authorities: $0.authority) }
        _ = outcomes.fetch(url, with: fetchers[0])
        _ = outcomes.fetch(good.url("/a"), with: fetchers[1])
        let ended = withExtendedLifetime(fetchers) { outcomes.wait() }
        #expect((try? ended[good.url("/a")]?.get().data.count) == 5000)
        guard case .failure = ended[url] else {
            Issue.record("\(ended)")
            return
        }
    }
}
