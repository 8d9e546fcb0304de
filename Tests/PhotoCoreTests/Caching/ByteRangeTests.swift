import Foundation
import Testing

@testable import PhotoCore

@Suite("Ranges of bytes, from 0 to 2^63 - 1")
struct ByteRangeTests {
    private static let edges = [
        0, 1, 2, 999, 1 << 31 - 1, 1 << 31, 1 << 32, 1 << 53 + 1, Int.max / 2, Int.max - 1, Int.max,
    ]
    private static let totals: [Int?] = [nil, Int.min, -1, 0, 1, 999, 1 << 31, Int.max]
    private static let tagged = ["etag": "\"x\""]

    @Test func `A Content-Range is read exactly, or not at all`() {
        for first in Self.edges {
            for last in Self.edges {
                for total in Self.edges.map(Optional.some) + [nil] {
                    let text = "bytes \(first)-\(last)/\(total.map(String.init) ?? "*")"
                    let isOne = first <= last && last < .max && total ?? .max > last
                    guard let range = ContentRange(text) else {
                        #expect(!isOne, "\(text)")
                        continue
                    }
                    #expect(isOne && range.range == first..<(last + 1) && range.total == total, "\(text)")
                }
            }
        }
    }

    @Test(arguments: [
        "bytes -1-5/9", "bytes 0--5/9", "bytes 0-5/-9", "bytes 9223372036854775808-9223372036854775809/*",
        "bytes 0-9223372036854775808/*", "bytes 0-5/9223372036854775808", "bytes 0-18446744073709551615/*",
    ])
    func `Numbers that do not fit are no range`(text: String) { #expect(ContentRange(text) == nil) }

    @Test(arguments: [false, true], totals)
    func `A body goes on from any byte to any byte`(isCollected: Bool, total: Int?) {
        for offset in Self.edges where offset > 0 {
            for last in Self.edges where last >= offset {
                let held = HeldReply(
                    head: Heads.stored(Self.tagged, total: total), byteCount: offset, isWhole: false)
                var fetch = FetchActivity(
                    FetchRequest(url: Heads.url, limit: .max, wanted: .square(90)), isCollected: isCollected)
                let sent = fetch.take(.looked(held, .more(upTo: nil), host: .whole, now: Heads.then))
                #expect(sent.count == 1)
                let fields = Self.tagged.merging(["content-range": "bytes \(offset)-\(last)/*"]) { $1 }
                _ = fetch.take(.opened(Heads.reply(206, fields)))
                if !fetch.isOver { #expect(fetch.remaining ?? 0 >= 0) }
                for start in Self.edges {
                    for end in Self.edges where end > start {
                        if fetch.mayAsk(for: start..<end) {
                            #expect(start > fetch.byteCount && end <= total ?? 0 && end - start <= (total ?? 0) / 2)
                        }
                    }
                }
                _ = fetch.take(.ended(.marked, .plain))
            }
        }
    }

    @Test(arguments: edges)
    func `A length of any size is a limit's matter`(length: Int) {
        for limit in [0, 1, 256 << 20, Int.max] {
            for isCollected in [false, true] {
                var fetch = FetchActivity(FetchRequest(url: Heads.url, limit: limit), isCollected: isCollected)
                _ = fetch.take(.looked(nil, .more(upTo: nil), host: .whole, now: Heads.then))
                let actions = fetch.take(.opened(Heads.reply(200, ["content-length": "\(length)"])))
                #expect(fetch.isOver == (length > limit), "\(length) of \(limit)")
                if fetch.isOver { #expect(actions.last == .end(.tooLarge(limit: limit), .nothing)) }
                if !fetch.isOver { #expect(fetch.remaining == length) }
            }
        }
    }

    @Test(arguments: edges)
    func `Progress is a share between nothing and all`(received: Int) {
        for expected in Self.edges + [-1, .min] {
            let fraction = FetchProgress(received: received, expected: expected).fraction
            #expect(fraction.map { (0...1).contains($0) } ?? (expected <= 0), "\(received) of \(expected)")
            _ = ProgressPace().isNews(FetchProgress(received: received, expected: expected))
        }
    }
}
