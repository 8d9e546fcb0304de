import Foundation
@testable import PhotoCore
import TestSupport

/// A fetch in a random sequence of events, and the errors in its reactions.
struct FetchTrial {
    var fetch: FetchActivity
    private(set) var flaws: [String] = []
    private(set) var events: [FetchActivity.Event] = []
    var eventCount: Int { events.count }

    private static let limit = 10_000
    private let isCollected: Bool
    private var begins = 0
    private var sends = 0
    private var opens = 0
    private var ends = 0
    private var handedOver = 0

    init(_ generator: inout SeededGenerator) {
        isCollected = .random(using: &generator)
        fetch = FetchActivity(
            FetchRequest(
                url: Heads.url, limit: Self.limit, wanted: .random(using: &generator) ? .square(90) : nil,
                revalidates: .random(using: &generator), known: BodyVersion(entityTag: "\"x\"", lastModified: nil)),
            isCollected: isCollected)
        let whole = Bool.random(using: &generator)
        let count = whole ? 1000 : Int.random(in: 1..<1000, using: &generator)
        let held = HeldReply(
            head: Heads.stored(Self.fields(&generator), total: 1000), byteCount: count, isWhole: whole)
        let verdict: FetchActivity.Verdict =
            whole ? .enough : isCollected ? Self.verdict(&generator) : .more(upTo: nil)
        take(
            .looked(
                .random(using: &generator) ? held : nil, verdict,
                host: .random(using: &generator) ? .range(first: 500) : .whole, now: Heads.then + 60), &generator)
    }

    mutating func step(_ generator: inout SeededGenerator) {
        switch Int.random(in: 0..<12, using: &generator) {
        case 0..<3: take(.opened(Self.reply(&generator)), &generator)
        case 3..<8:
            take(.bytes(Data(count: .random(in: 0...2000, using: &generator)), Self.content(&generator)), &generator)
        case 8..<10:
            let failures: [FetchFailure?] = [
                nil, nil, .timedOut(host: "host", seconds: 9), .cutShort(received: 1, expected: 2),
            ]
            let end = BodyEnd(
                failure: failures[.random(in: 0..<failures.count, using: &generator)],
                isMarked: .random(using: &generator),
                soundByteCount: .random(using: &generator) ? .random(in: 0...3000, using: &generator) : nil)
            take(.ended(end, Self.content(&generator)), &generator)
        case 10: take(.saveDue, &generator)
        default: take(.failed(.crowded), &generator)
        }
    }

    /// It is cancelled, unless it has ended.
    mutating func cancel() {
        var generator = SeededGenerator(seed: 0)
        take(.failed(.cancelled), &generator)
        expect(fetch.isOver, "continues after its cancellation")
        expect(ends == 1, "ends \(ends) times")
        let actions = fetch.take(.storedGiven)
        expect(actions.isEmpty, "acts after its end")
    }

    private mutating func expect(_ isRight: Bool, _ flaw: String) {
        if !isRight { flaws.append(flaw) }
    }

    private mutating func take(_ event: FetchActivity.Event, _ generator: inout SeededGenerator) {
        events.append(event)
        if case .opened = event { opens += 1 }
        let actions = fetch.take(event)
        for (index, action) in actions.enumerated() {
            switch action {
            case .send(let aim, let fields): sent(aim, fields)
            case .begin, .announce: handedOver = 0
            case .handOver(let bytes) where !fetch.isTakingPiece: handedOver += bytes.count
            case .judge, .judgePiece:
                expect(isCollected && index == actions.count - 1, "judges a body that it hands over")
                take(.judged(Self.verdict(&generator)), &generator)
            case .giveStored:
                expect(index == actions.count - 1, "acts before it delivers the stored bytes")
                take(.storedGiven, &generator)
            case .end(let failure, let kept):
                expect(index == actions.count - 1, "acts after its end")
                ended(failure, kept, hungUp: actions.contains(.hangUp))
            default: break
            }
        }
        expect(handedOver <= Self.limit, "hands over more than the limit")
        expect(fetch.remaining ?? 0 >= 0, "lacks a negative number of bytes")
    }

    private mutating func sent(_ aim: RequestPlan.Aim, _ fields: [String: String]) {
        sends += 1
        // Only a reply or its bytes cause another request.
        expect(sends <= eventCount, "sends endless requests")
        switch aim {
        case .rest(let from):
            expect(fields["Range"]?.hasPrefix("bytes=\(from)-") == true, "requests another range")
            expect(fields["If-Range"] == "\"x\"", "may mix two bodies")
            if isCollected { expect(from == fetch.byteCount, "leaves a gap") }
        case .piece(let range):
            expect(fields["Range"] == "bytes=\(range.lowerBound)-\(range.upperBound - 1)", "requests another piece")
            expect(fields["If-Range"] == "\"x\"", "may mix two bodies")
        case .body: expect(fields["Range"] == nil && fields["If-None-Match"] == nil, "requests a part")
        case .change: expect(fields["Range"] == nil, "requests a part")
        case .beginning(let count): expect(fields["Range"] == "bytes=0-\(count - 1)", "requests another beginning")
        }
    }

    private mutating func ended(_ failure: FetchFailure?, _ kept: FetchActivity.Kept, hungUp: Bool) {
        ends += 1
        expect(failure == nil || hungUp, "fails without closing the reply")
        switch kept {
        case .whole:
            // A complete stored body stays complete, whatever the network reported.
            if let total = fetch.total, let head = fetch.head, failure == nil {
                expect(fetch.byteCount == total || head.totalByteCount == 1000, "stores a part as complete")
            }
        case .beginning(let count, _):
            expect(count <= fetch.byteCount, "stores more than it has")
            if !isCollected { expect(fetch.isResumable, "stores a part that cannot be resumed") }
        case .removed: expect(isCollected, "removes what another stream stores")
        case .nothing: break
        }
    }

    // MARK: - What happens

    private static func fields(_ generator: inout SeededGenerator) -> [String: String] {
        var fields = ["cache-control": ["no-cache", "max-age=3600", "no-store"].randomElement(using: &generator) ?? ""]
        if Int.random(in: 0..<4, using: &generator) > 0 { fields["etag"] = "\"x\"" }
        return fields
    }

    private static func reply(_ generator: inout SeededGenerator) -> ReplyHead? {
        if Int.random(in: 0..<20, using: &generator) == 0 { return nil }
        var fields = fields(&generator)
        let lengths = ["1000", "1000", "20000", "0", "\(Int.max)"]
        if .random(using: &generator) { fields["content-length"] = lengths.randomElement(using: &generator) }
        let first = Int.random(in: 0..<1000, using: &generator)
        let last = [999, first, Int.max - 1].randomElement(using: &generator) ?? first
        let total = ["1000", "*", "\(Int.max)"].randomElement(using: &generator) ?? "*"
        if .random(using: &generator) { fields["content-range"] = "bytes \(first)-\(last)/\(total)" }
        if Int.random(in: 0..<8, using: &generator) == 0 { fields["content-encoding"] = "gzip" }
        return Heads.reply([200, 200, 206, 206, 304, 416, 503].randomElement(using: &generator) ?? 200, fields)
    }

    private static func content(_ generator: inout SeededGenerator) -> FetchActivity.Content {
        let contents: [FetchActivity.Content] = [
            .plain, .plain, .plain, .plain, .endless, .cutShort, .foreign(.webPage),
        ]
        return contents.randomElement(using: &generator) ?? .plain
    }

    private static func verdict(_ generator: inout SeededGenerator) -> FetchActivity.Verdict {
        let start = Int.random(in: 1..<2000, using: &generator)
        let verdicts: [FetchActivity.Verdict] = [
            .more(upTo: nil), .more(upTo: start + 4000), .piece(start..<(start + 10)), .enough,
        ]
        return verdicts.randomElement(using: &generator) ?? .enough
    }
}
