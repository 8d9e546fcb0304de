import Foundation
@testable import PhotoCore
import TestSupport
import Testing

@Suite("What a fetch does")
struct FetchActivityTests {
    private static let tagged = ["etag": "\"x\"", "cache-control": "no-cache"]

    private static let slow = FetchFailure.timedOut(host: "host", seconds: 9)
    private static let offline = FetchFailure.noNetwork(host: "host")

    private func held(_ count: Int, total: Int? = 1000, isWhole: Bool = false) -> HeldReply {
        HeldReply(head: Heads.stored(Self.tagged, total: total), byteCount: count, isWhole: isWhole)
    }

    private func looked(
        _ held: HeldReply? = nil, _ verdict: FetchActivity.Verdict = .more(upTo: nil),
        host: HostPolicy.Plan = .whole
    ) -> FetchActivity.Event { .looked(held, verdict, host: host, now: Heads.then) }

    private func reply(_ status: Int = 200, _ fields: [String: String] = [:]) -> FetchActivity.Event {
        .opened(Heads.reply(status, Self.tagged.merging(fields) { $1 }))
    }

    /// A fetch that has requested a whole body, and whose reply has begun.
    private func begun(isCollected: Bool, _ fields: [String: String] = ["content-length": "1000"]) -> FetchActivity {
        var fetch = FetchActivity(FetchRequest(url: Heads.url, wanted: .square(90)), isCollected: isCollected)
        _ = fetch.take(looked())
        _ = fetch.take(reply(200, fields))
        return fetch
    }

    private func bytes(_ count: Int) -> FetchActivity.Event { .bytes(Data(count: count), .plain) }

    @Test(arguments: [false, true])
    func `A complete body is handed over and stored completely`(isCollected: Bool) {
        var fetch = begun(isCollected: isCollected)
        let handedOver: [FetchActivity.Action] = [.handOver(Data(count: 1000))] + (isCollected ? [.judge] : [])
        #expect(fetch.take(bytes(1000)) == handedOver)
        #expect(fetch.remaining == 0)
        if isCollected { #expect(fetch.take(.judged(.more(upTo: nil))) == []) }
        #expect(fetch.take(.ended(.marked, .plain)) == [.end(nil, .whole)])
        #expect(fetch.isOver && fetch.take(.failed(.cancelled)) == [])
    }

    @Test(arguments: [false, true])
    func `What breaks off is left for the next fetch, as far as it is sound`(isCollected: Bool) {
        var fetch = begun(isCollected: isCollected)
        _ = fetch.take(bytes(400))
        let end = fetch.take(.ended(BodyEnd(failure: Self.slow), .plain))
        #expect(end == [.share, .hangUp, .end(Self.slow, .beginning(400, isMore: true))])

        fetch = begun(isCollected: isCollected)
        _ = fetch.take(bytes(400))
        let unsound = fetch.take(.ended(BodyEnd(failure: Self.slow, soundByteCount: 300), .plain))
        // A streamed body is already on disk, including its unsound part.
        #expect(unsound.last == .end(Self.slow, isCollected ? .beginning(300, isMore: true) : .nothing))
    }

    /// How a fetch that holds 100 bytes of 100000 takes a reply with less than the rest.
    private func short(_ count: Int, isCollected: Bool, asked: Int? = nil) -> [FetchActivity.Action] {
        var fetch = FetchActivity(FetchRequest(url: Heads.url), isCollected: isCollected)
        _ = fetch.take(looked(held(100, total: 100_000), .more(upTo: asked)))
        _ = fetch.take(reply(206, ["content-range": "bytes 100-\(99 + count)/100000"]))
        // The stored part of a stream comes first.
        _ = fetch.take(bytes(isCollected ? count : 100 + count))
        if isCollected { _ = fetch.take(.judged(.more(upTo: 99_998))) }
        return fetch.take(.ended(.marked, .plain))
    }

    @Test func `A reply that ends before its body is continued, or reported`() {
        for (count, asked) in [(200, 299), (16384, nil), (16384, 99_998)] {
            let field = "bytes=\(100 + count)-99998"
            let next = FetchActivity.Action.send(.rest(from: 100 + count), ["Range": field, "If-Range": "\"x\""])
            #expect(short(count, isCollected: true, asked: asked) == [next])
        }
        let failure = FetchFailure.cutShort(received: 16484, expected: 100_000)
        let end: [FetchActivity.Action] = [.share, .hangUp, .end(failure, .beginning(16484, isMore: true))]
        #expect(short(16384, isCollected: false) == end)
    }

    @Test(arguments: [1, 16383], [nil, 99_998])
    func `A server that gives little of what it is asked for is not asked again and again`(count: Int, asked: Int?) {
        let failure = FetchFailure.cutShort(received: 100 + count, expected: 100_000)
        let end: [FetchActivity.Action] = [.share, .hangUp, .end(failure, .beginning(100 + count, isMore: true))]
        #expect(short(count, isCollected: true, asked: asked) == end)
    }

    @Test func `A short beginning of what was asked for is not enough to go on at once`() {
        for (count, goesOn) in [(499, false), (500, true)] {
            var fetch = FetchActivity(FetchRequest(url: Heads.url, wanted: .square(90)), isCollected: true)
            _ = fetch.take(looked(host: .range(first: 500)))
            _ = fetch.take(reply(206, ["content-range": "bytes 0-\(count - 1)/1000"]))
            _ = fetch.take(bytes(count))
            _ = fetch.take(.judged(.more(upTo: nil)))
            _ = fetch.take(.ended(.marked, .plain))
            #expect(fetch.isOver != goesOn, "\(count)")
        }
    }

    @Test func `A body of which nothing says that it is all there is handed over, and not kept as whole`() {
        var fetch = begun(isCollected: false, [:])
        _ = fetch.take(bytes(400))
        #expect(fetch.take(.ended(.unmarked, .plain)) == [.sayUnmarked, .end(nil, .nothing)])

        fetch = begun(isCollected: true, [:])
        _ = fetch.take(bytes(400))
        #expect(fetch.take(.ended(.unmarked, .plain)) == [.end(nil, .whole)])

        fetch = begun(isCollected: true, [:])
        _ = fetch.take(bytes(400))
        #expect(fetch.take(.ended(.unmarked, .endless)) == [.end(nil, .removed)])
    }

    @Test func `A host that sends a beginning of an unknown total is asked for the whole, once`() {
        var fetch = FetchActivity(FetchRequest(url: Heads.url, wanted: .square(90)), isCollected: true)
        _ = fetch.take(looked(host: .range(first: 500)))
        let fields = ["content-range": "bytes 0-499/*", "content-length": "500"]
        let whole: [FetchActivity.Action] = [
            .learn(answersRanges: false), .send(.body, ["Accept-Encoding": "identity"]),
        ]
        #expect(fetch.take(reply(206, fields)) == whole)
        let again = fetch.take(reply(206, fields))
        guard case .end(.refused(206, _, _)?, .nothing)? = again.last else {
            Issue.record("\(again)")
            return
        }
    }

    @Test(arguments: [false, true])
    func `A rest of an unknown total is not the end of a body whose length nobody has said`(isCollected: Bool) {
        var fetch = FetchActivity(FetchRequest(url: Heads.url), isCollected: isCollected)
        _ = fetch.take(looked(held(100, total: nil)))
        let actions = fetch.take(reply(206, ["content-range": "bytes 100-299/*"]))
        #expect(actions.last == .send(.body, [:]))
    }

    @Test func `Enough ends the fetch at once, unless the reply is as good as over`() {
        var fetch = begun(isCollected: true, ["content-length": "100000"])
        _ = fetch.take(bytes(50_000))
        #expect(fetch.take(.judged(.enough)) == [.hangUp, .end(nil, .beginning(50_000, isMore: true))])

        fetch = begun(isCollected: true, ["content-length": "60000"])
        _ = fetch.take(bytes(50_000))
        #expect(fetch.take(.judged(.enough)) == [])
        #expect(fetch.take(bytes(9000)) == [.handOver(Data(count: 9000))])
        let end = fetch.take(.ended(BodyEnd(failure: Self.slow), .plain))
        #expect(end == [.end(nil, .beginning(59_000, isMore: true))])
    }

    @Test func `A piece further on is asked for; one that is no picture leaves the rest to be asked for`() {
        var fetch = begun(isCollected: true)
        _ = fetch.take(bytes(100))
        #expect(fetch.mayAsk(for: 200..<300) && !fetch.mayAsk(for: 50..<150) && !fetch.mayAsk(for: 200..<900))
        let asked: [FetchActivity.Action] = [
            .send(
                .piece(200..<300),
                ["Range": "bytes=200-299", "If-Range": "\"x\"", "Accept-Encoding": "identity"])
        ]
        #expect(fetch.take(.judged(.piece(200..<300))) == asked)
        #expect(fetch.take(reply(206, ["content-range": "bytes 200-299/1000"])) == [.learn(answersRanges: nil)])
        #expect(fetch.take(bytes(100)) == [.handOver(Data(count: 100))])
        #expect(fetch.byteCount == 100)
        #expect(fetch.take(.ended(.marked, .plain)) == [.judgePiece])
        let rest = ["Range": "bytes=100-", "If-Range": "\"x\"", "Accept-Encoding": "identity"]
        #expect(fetch.take(.judged(.more(upTo: nil))) == [.send(.rest(from: 100), rest)])
    }

    @Test func `A server that gives no pieces is asked for none again`() {
        var fetch = begun(isCollected: true)
        _ = fetch.take(bytes(100))
        _ = fetch.take(.judged(.piece(200..<300)))
        #expect(fetch.take(reply(200, ["content-length": "1000"])).count == 2)
        #expect(!fetch.isTakingPiece && !fetch.mayAsk(for: 200..<300) && fetch.byteCount == 0)
    }

    @Test(arguments: [false, true])
    func `What is stored stands in where nobody answers, unless a person reloads`(isCollected: Bool) {
        let stored = HeldReply(
            head: Heads.stored(["etag": "\"x\"", "cache-control": "max-age=0"], total: 1000), byteCount: 1000,
            isWhole: true)
        for revalidates in [false, true] {
            let request = FetchRequest(url: Heads.url, revalidates: revalidates)
            var fetch = FetchActivity(request, isCollected: isCollected)
            #expect(fetch.take(looked(stored, .enough)) == [.send(.change, ["If-None-Match": "\"x\""])])
            let actions = fetch.take(.ended(BodyEnd(failure: Self.offline), .plain))
            if revalidates {
                #expect(actions.last == .end(Self.offline, .whole))
            } else {
                #expect(actions.last == .giveStored)
                _ = fetch.take(.storedGiven)
                #expect(fetch.isOver)
            }
        }
    }

    @Test func `A catalogue that is known and unchanged is not given again`() {
        let known = BodyVersion(entityTag: "\"x\"", lastModified: nil)
        var fetch = FetchActivity(FetchRequest(url: Heads.url, known: known), isCollected: false)
        #expect(fetch.take(looked()) == [.send(.change, ["If-None-Match": "\"x\""])])
        let actions = fetch.take(reply(304))
        #expect(actions.last == .end(nil, .whole))
        guard case .announce(let opening)? = actions.first else {
            Issue.record("nothing is announced")
            return
        }
        #expect(opening.isUnchanged)
    }

    @Test func `What is no picture is not fetched to its end, nor kept`() {
        var fetch = begun(isCollected: true)
        let actions = fetch.take(.bytes(Data(count: 64), .foreign(.webPage)))
        #expect(actions == [.hangUp, .end(.foreign(.webPage), .removed)])
    }

    @Test func `Whatever happens in whatever order, a fetch asks for what follows, ends once and keeps what is sound`()
    {
        var generator = SeededGenerator(seed: 13)
        for _ in 0..<10_000 {
            var trial = FetchTrial(&generator)
            while !trial.fetch.isOver, trial.eventCount < 40 { trial.step(&generator) }
            trial.cancel()
            #expect(trial.flaws == [], "after \(trial.events)")
            if !trial.flaws.isEmpty { return }
        }
    }
}
