import Foundation
import PhotoCore
import Synchronization
import Testing

@testable import PhotoServices

@Suite("When clients leave, the demo's server")
struct DemoServerDisconnectTests {
    /// A painter that records the requested photos, and blocks at photo 1 until `goOn`.
    private final class Easel: Sendable {
        let painted = Mutex<[Int]>([])
        let reachedFirst = DispatchSemaphore(value: 0)
        let goOn = DispatchSemaphore(value: 0)

        func paint(_ number: Int) -> PixelBuffer {
            painted.withLock { $0.append(number) }
            if number == 1 {
                reachedFirst.signal()
                goOn.wait()
            }
            return PixelBuffer(size: .square(4)) { $0.update(repeating: 200) }
        }

        /// Clients that request photo 1, and others while it is painted.
        func ask(for others: ClosedRange<Int>, on port: Int) throws -> (first: HTTPProbe, others: [HTTPProbe]) {
            let first = try HTTPProbe(port: port)
            try first.send("GET", "/photos/1.jpg")
            reachedFirst.wait()
            let others = try others.map { number in
                let probe = try HTTPProbe(port: port)
                try probe.send("GET", "/photos/\(number).jpg")
                return probe
            }
            return (first, others)
        }
    }

    /// Waits at most a minute for the server's thread.
    private func eventually(_ condition: () -> Bool) async -> Bool {
        let end = ContinuousClock.now + .seconds(60)
        while !condition() {
            if ContinuousClock.now > end { return false }
            await Task.yield()
        }
        return true
    }

    @Test func `streams a million rows to who reads a little of them, and goes on`() throws {
        let server = DemoServer(count: 1_000_000)
        let port = try #require(try server.start().port)
        for _ in 0..<5 {
            let probe = try HTTPProbe(port: port)
            try probe.send("GET", "/demo.plist")
            try probe.read(atLeast: 100_000)
            #expect(String(decoding: probe.received, as: UTF8.self).contains("<string>photos/1.jpg</string>"))
            probe.close()
        }
        #expect(try HTTPProbe.reply("/photos/999988.jpg", on: port).status == 404)
    }

    @Test func `is not held up by one that does not read`() throws {
        let server = DemoServer(count: 1_000_000)
        let port = try #require(try server.start().port)
        let stalled = try HTTPProbe(port: port)
        try stalled.send("GET", "/demo.plist")
        #expect(try HTTPProbe.reply("/photos/34.jpg", on: port).status == 200)
        #expect(try HTTPProbe.reply("/photos/28.jpg", on: port).status == 404)
        try stalled.read(atLeast: 1000)
        #expect(stalled.received.starts(with: Data("HTTP/1.1 200".utf8)))
    }

    @Test func `does not paint for those that have gone`() async throws {
        let easel = Easel()
        let server = DemoServer(count: 60, studio: DemoStudio(workers: 1) { easel.paint($0) })
        let port = try #require(try server.start().port)
        let (first, others) = try easel.ask(for: 2...5, on: port)
        #expect(await eventually { server.waiting == 5 })
        for probe in others { probe.close() }
        #expect(await eventually { server.waiting == 1 })
        easel.goOn.signal()
        #expect(try first.reply().status == 200)
        #expect(try HTTPProbe.reply("/photos/6.jpg", on: port).status == 200)
        #expect(easel.painted.withLock { $0 } == [1, 6])
    }

    @Test func `can be stopped while it paints`() async throws {
        let easel = Easel()
        let server = DemoServer(count: 60, studio: DemoStudio(workers: 1) { easel.paint($0) })
        let port = try #require(try server.start().port)
        let (first, others) = try easel.ask(for: 2...3, on: port)
        #expect(await eventually { server.waiting == 3 })
        server.stop()
        #expect(server.waiting == 0)
        easel.goOn.signal()
        for probe in [first] + others {
            // Closed or reset: in both cases nothing was received.
            try? probe.read()
            #expect(probe.received.isEmpty)
        }
        #expect(try HTTPProbe.reply("/photos/6.jpg", on: #require(server.start().port)).status == 200)
        #expect(easel.painted.withLock { $0 } == [1, 6])
    }
}
