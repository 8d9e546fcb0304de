import Foundation
@testable import PhotoCore
import Testing
import TestSupport

@Suite("Freshness: RFC 9111")
struct FreshnessTests {
    private let date = "Sun, 06 Nov 1994 08:49:37 GMT"

    /// The number of whole seconds after receipt in which the reply is fresh.
    private func freshSeconds(_ fields: [String: String], after delay: Double = 0) -> Int {
        let freshness = Freshness(Heads.stored(fields, after: delay))
        guard freshness.isFresh(at: Heads.then) else { return 0 }
        var low = 0
        var high = 1 << 33
        while high - low > 1 {
            let middle = (low + high) / 2
            if freshness.isFresh(at: Heads.then + Double(middle)) { low = middle } else { high = middle }
        }
        return high
    }

    @Test func `max-age says for how long, and beats Expires; what is twice there or no number is stale`() {
        #expect(freshSeconds(["cache-control": "max-age=60"]) == 60)
        #expect(freshSeconds(["cache-control": "public, MAX-AGE=\"60\" , x"]) == 60)
        #expect(
            freshSeconds(["cache-control": "max-age=60", "date": date, "expires": "Sun, 06 Nov 1995 08:49:37 GMT"])
                == 60)
        for bad in [
            "max-age=60, max-age=60", "max-age=-1", "max-age", "max-age=", "max-age=1.5", "max-age=x", "max-age=0",
        ] {
            #expect(freshSeconds(["cache-control": bad]) == 0, "\(bad)")
        }
        #expect(freshSeconds(["cache-control": "max-age=99999999999999999999"]) == 1 << 31)
        // The lifetime for shared caches does not apply.
        #expect(freshSeconds(["cache-control": "s-maxage=60"]) == 0)
        #expect(freshSeconds(["cache-control": "private, max-age=60"]) == 60)
    }

    @Test func `Expires counts from Date; what is no date lies in the past`() {
        #expect(freshSeconds(["date": date, "expires": "Sun, 06 Nov 1994 08:50:37 GMT"]) == 60)
        #expect(freshSeconds(["date": date, "expires": "Sun Nov  6 08:50:37 1994"]) == 60)
        #expect(freshSeconds(["date": date, "expires": "Sunday, 06-Nov-94 08:50:37 GMT"]) == 60)
        // The server's clock is an hour slow: its Date and Expires are an hour old on receipt.
        #expect(
            freshSeconds(["date": "Sun, 06 Nov 1994 07:49:37 GMT", "expires": "Sun, 06 Nov 1994 07:50:37 GMT"]) == 0)
        for bad in ["0", "-1", "", "soon", "Sun, 06 Nov 1994 08:48:37 GMT"] {
            #expect(
                freshSeconds(["date": date, "expires": bad, "last-modified": "Sun, 06 Nov 1904 08:49:37 GMT"]) == 0)
        }
    }

    @Test func `Without either, a tenth of the time since it was changed is guessed, ten days at most`() {
        #expect(freshSeconds(["date": date, "last-modified": "Sun, 06 Nov 1994 08:39:37 GMT"]) == 60)
        #expect(freshSeconds(["date": date, "last-modified": "Sun, 06 Nov 1984 08:39:37 GMT"]) == 864_000)
        #expect(freshSeconds(["date": date, "last-modified": date]) == 0)
        #expect(freshSeconds(["date": date, "etag": "\"x\""]) == 0)
        #expect(freshSeconds(["date": date]) == 0)
    }

    @Test func `Age, an old Date and a slow reply make it older`() {
        #expect(freshSeconds(["cache-control": "max-age=60", "age": "20"]) == 40)
        #expect(freshSeconds(["cache-control": "max-age=60", "date": "Sun, 06 Nov 1994 08:49:07 GMT"]) == 30)
        #expect(freshSeconds(["cache-control": "max-age=60", "age": "20"], after: 10) == 30)
        #expect(freshSeconds(["cache-control": "max-age=60", "date": date, "age": "90"]) == 0)
        // A Date in the future makes nothing younger.
        #expect(freshSeconds(["cache-control": "max-age=60", "date": "Sun, 06 Nov 1994 09:49:37 GMT"]) == 60)
    }

    @Test func `Of several ages the first counts, and what is of an unknown age is stale`() {
        #expect(freshSeconds(["cache-control": "max-age=6000", "age": "5000, 10"]) == 1000)
        #expect(freshSeconds(["cache-control": "max-age=60", "age": " 20 ,x"]) == 40)
        for bad in ["5000.5", "", "x", "-1", ",10", "x, 10", "1e9"] {
            #expect(freshSeconds(["cache-control": "max-age=6000", "age": bad]) == 0, "\(bad)")
        }
    }

    @Test func `A clock that was set back makes it stale`() {
        let freshness = Freshness(Heads.stored(["cache-control": "max-age=60"]))
        #expect(freshness.isFresh(at: Heads.then + 1) && !freshness.isFresh(at: Heads.then - 1))
    }

    @Test func `no-store is not kept, no-cache always asked about, must-revalidate never used stale`() {
        func freshness(_ control: String) -> Freshness { Freshness(Heads.stored(["cache-control": control])) }
        #expect(!freshness("no-store").isStorable && freshness("max-age=1").isStorable)
        #expect(!freshness("max-age=60, No-Store").isStorable)
        for control in ["no-cache, max-age=60", "max-age=60, no-cache=\"set-cookie, x\""] {
            #expect(freshness(control).isStorable && !freshness(control).allowsStale)
            #expect(freshSeconds(["cache-control": control]) == 0)
        }
        #expect(!freshness("max-age=60, must-revalidate").allowsStale && freshness("max-age=60").allowsStale)
        #expect(freshSeconds(["cache-control": "max-age=60, must-revalidate"]) == 60)
        #expect(freshSeconds(["pragma": "no-cache", "last-modified": "Sun, 06 Nov 1984 08:39:37 GMT"]) == 0)
        #expect(freshSeconds(["pragma": "no-cache", "cache-control": "max-age=5"]) == 5)
        // A directive's name within the quoted argument of another is not a directive.
        #expect(freshness("x=\"no-store\", max-age=60").isStorable)
    }

    @Test func `Vary is harmless for what no request of ours differs in`() {
        func isStorable(_ vary: String) -> Bool { Freshness(Heads.stored(["vary": vary])).isStorable }
        #expect(isStorable("Accept-Encoding") && isStorable("origin, ACCEPT-ENCODING"))
        #expect(!isStorable("*") && !isStorable("Accept-Encoding, User-Agent") && !isStorable("Cookie"))
    }

    @Test func `What was redirected is asked about, and no better than its redirect`() throws {
        let head = Heads.stored(["cache-control": "max-age=60"], from: try #require(URL(string: "http://host/b")))
        #expect(!Freshness(head).isFresh(at: Heads.then))
        #expect(Freshness(head).allowsStale)
    }

    @Test func `A 304 renews what it names, its age and its times`() {
        let old = Heads.stored(["cache-control": "max-age=60", "etag": "\"x\"", "age": "59", "date": date])
        let new = old.freshened(
            by: Heads.reply(
                304, ["cache-control": "max-age=9", "date": "Sun, 06 Nov 1994 09:49:37 GMT"], at: Heads.then + 3600))
        #expect(new.entityTag == "\"x\"")
        #expect(Freshness(new).isFresh(at: Heads.then + 3608) && !Freshness(new).isFresh(at: Heads.then + 3609))
    }

    @Test func `HTTP's dates are read in its three forms, and nothing else is`() {
        for text in [date, "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"] {
            #expect(HTTPDate.seconds(text) == Heads.then, "\(text)")
        }
        #expect(HTTPDate.seconds("Thu, 01 Jan 1970 00:00:00 GMT") == 0)
        #expect(HTTPDate.seconds("Tue, 29 Feb 2000 12:00:00 GMT") == 951_825_600)
        #expect(HTTPDate.seconds("Mon, 01 Jan 2024 00:00:00 GMT") == 1_704_067_200)
        for bad in [
            "", "0", "Sun", date + date, "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
            "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 PST",
            "::: , , , ,",
        ] {
            #expect(HTTPDate.seconds(bad) == nil, "\(bad)")
        }
    }

    @Test func `Random text in the fields is no date, no range and no freshness; after a quotation mark it is a tag`() {
        var random = SeededGenerator(seed: 2)
        let letters = Array("max-age=60,no-store\"; Sun06Nov1994:GMTbytes */-W\t")
        for _ in 0..<20_000 {
            let text = String(
                (0..<Int.random(in: 0...40, using: &random)).compactMap { _ in letters.randomElement(using: &random) })
            let names = ["cache-control", "expires", "date", "age", "last-modified", "vary", "etag", "pragma"]
            let head = Heads.stored(Dictionary(uniqueKeysWithValues: names.map { ($0, text) }))
            let isFresh = Freshness(head).isFresh(at: Heads.then)
            let isRefused = HTTPDate.seconds(text) == nil && ContentRange(text) == nil && !isFresh
            let tag = text.trimmed
            let isTag = tag.hasPrefix("\"") && tag.count > 1
            #expect(isRefused && head.strongValidator == (isTag ? tag : nil), "\(text)")
        }
    }
}
