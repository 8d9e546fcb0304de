import Foundation
@testable import PhotoCore
import Testing
import TestSupport

@Suite("Trying again")
@MainActor
struct RetryTests {
    private let busy = FetchFailure.refused(status: 503, phrase: "Busy")

    @Test func `Waits double, stay within their bounds, and are jittered downwards by at most half`() {
        let policy = RetryPolicy(firstWait: 2, longestWait: 60)
        let failure = PhotoFailure.fetch(busy)
        #expect((1...7).map { policy.wait(after: failure, attempts: $0, random: 0) } == [1, 2, 4, 8, 16, 30, 30])
        for attempts in [1, 2, 5, 40, 1000] {
            for random in [0, 0.5, 0.999] {
                let wait = policy.wait(after: failure, attempts: attempts, random: random) ?? -1
                #expect(wait >= 1 && wait <= 60)
            }
        }
    }

    @Test func `A server's Retry-After is honoured where it is longer, up to an hour`() {
        let policy = RetryPolicy()
        func wait(_ seconds: Double) -> Double? {
            policy.wait(
                after: .fetch(.refused(status: 429, phrase: "", retryAfter: seconds)), attempts: 1, random: 0)
        }
        #expect(wait(0) == 1)
        #expect(wait(30) == 30)
        #expect(wait(1e9) == 3600)
    }

    @Test func `What will not pass is not tried again`() {
        let policy = RetryPolicy()
        let final: [PhotoFailure] = [
            .location(.empty), .decode(.notAPicture), .decode(.cutShort), .fetch(.refused(status: 404, phrase: "")),
            .fetch(.refused(status: 501, phrase: "")), .fetch(.insecure(host: "h", reason: "r")),
            .fetch(.tooLarge(limit: 1)), .fetch(.tooManyRedirects), .fetch(.redirectRefused(location: "l")),
        ]
        for failure in final { #expect(policy.wait(after: failure, attempts: 1, random: 0) == nil) }
        let passing: [FetchFailure] = [
            busy, .refused(status: 408, phrase: ""), .refused(status: 429, phrase: ""), .hostUnknown(host: "h"),
            .cannotConnect(host: "h", reason: "r"), .timedOut(host: "h", seconds: 1), .noNetwork(host: "h"),
            .cutShort(received: 1, expected: 2), .handshakeCut(host: "h", reason: "r"),
        ]
        for failure in passing { #expect(policy.wait(after: .fetch(failure), attempts: 1, random: 0) != nil) }
    }

    /// One photo on screen that has just failed, and the loader's requests to the list.
    private func failed(_ failure: FetchFailure) -> (LoaderFixture, wanted: Wanted) {
        let fixture = LoaderFixture()
        let wanted = Wanted()
        fixture.loader.passWanted = { wanted.milliseconds.append($0) }
        fixture.look(0..<1)
        #expect(fixture.fetcher.wait(untilOpen: 1))
        fixture.fetcher.answer(LoaderFixture.url(0), .failure(failure))
        #expect(fixture.context.run { fixture.records[0].state.isFinal })
        return (fixture, wanted)
    }

    @MainActor
    private final class Wanted {
        var milliseconds: [Int] = []
    }

    @Test func `A photo on screen that failed for a passing reason is tried again when its wait is over, not before`() {
        let (fixture, wanted) = failed(busy)
        #expect(wanted.milliseconds == [1000])
        fixture.clock.milliseconds = 999
        fixture.look(0..<1)
        #expect(fixture.loader.pending.inProgress.isEmpty)
        #expect(wanted.milliseconds.last == 1)
        fixture.clock.milliseconds = 1000
        fixture.look(0..<1)
        #expect(fixture.fetcher.wait(untilAsked: 2))
        fixture.fetcher.answer(LoaderFixture.url(0), .failure(busy))
        #expect(fixture.context.run { fixture.records[0].state == .failed(.fetch(self.busy)) })
        #expect(wanted.milliseconds.last == 2000, "the second wait is longer")
        fixture.clock.milliseconds = 3000
        fixture.look(0..<1)
        #expect(fixture.finish(0..<1))
        #expect(fixture.records[0].state == .filtered(.pixel(101)))
    }

    @Test func `A photo that will not pass asks for no other look`() {
        let (fixture, wanted) = failed(.refused(status: 404, phrase: "Not Found"))
        #expect(wanted.milliseconds.isEmpty)
        fixture.clock.milliseconds = 1_000_000
        fixture.look(0..<1)
        #expect(fixture.loader.pending.inProgress.isEmpty)
    }

    @Test(
        arguments: [
            FetchFailure.hostUnknown(host: "h"), .cannotConnect(host: "h", reason: "r"),
            .timedOut(host: "h", seconds: 1), .cutShort(received: 1, expected: 2),
        ])
    func `When the network is back, photos that failed without it are retried immediately`(failure: FetchFailure) {
        let (fixture, _) = failed(failure)
        fixture.loader.networkIsBack()
        fixture.look(0..<1)
        #expect(fixture.finish(0..<1))
        #expect(fixture.fetcher.asked.count == 2)
    }

    @Test func `A server that asked to be left alone is left alone, whatever the network does`() {
        let (fixture, wanted) = failed(.refused(status: 429, phrase: "", retryAfter: 600))
        fixture.loader.networkIsBack()
        fixture.look(0..<1)
        #expect(fixture.loader.pending.inProgress.isEmpty)
        #expect(wanted.milliseconds.last == 600_000)
    }
}
