import Foundation
@testable import PhotoCore
import Testing

@Suite("What to ask for, and what the reply means")
struct RequestPlanTests {
    private let tagged = ["etag": "\"x\"", "cache-control": "max-age=60"]

    private func plan(
        _ held: HeldReply?, suffices: Bool = false, revalidates: Bool = false, host: HostPolicy.Plan = .whole,
        after seconds: Double = 0, seenSince: Double? = nil
    ) -> RequestPlan {
        RequestPlan(
            held: held, suffices: suffices, revalidates: revalidates, host: host, now: Heads.then + seconds,
            seenSince: seenSince)
    }

    private func held(_ fields: [String: String], _ count: Int = 100, total: Int? = 1000, isWhole: Bool = false)
        -> HeldReply
    {
        HeldReply(head: Heads.stored(fields, total: total), byteCount: count, isWhole: isWhole)
    }

    @Test func `What is fresh and enough needs no request; a reload asks`() {
        #expect(plan(held(tagged), suffices: true) == .use)
        #expect(
            plan(held(tagged), suffices: true, revalidates: true) == .send(.change, fields: ["If-None-Match": "\"x\""]))
        #expect(plan(held(tagged), suffices: true, after: 60) == .send(.change, fields: ["If-None-Match": "\"x\""]))
    }

    @Test func `What is stale is asked about by both of its validators, or not used where it has none`() {
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        #expect(
            plan(held(["etag": "W/\"x\"", "last-modified": date]), suffices: true)
                == .send(.change, fields: ["If-None-Match": "W/\"x\"", "If-Modified-Since": date]))
        #expect(plan(held([:]), suffices: true) == .plain)
    }

    @Test
    func
        `Photos seen since the start are requested again only by a reload or if a word is enough; older ones are`()
    {
        #expect(plan(held([:]), suffices: true, after: 90, seenSince: Heads.then - 10) == .use)
        #expect(plan(held([:]), suffices: true, after: 90, seenSince: Heads.then + 10) == .plain)
        #expect(plan(held([:]), suffices: true, revalidates: true, after: 90, seenSince: Heads.then - 10) == .plain)
        #expect(
            plan(held(tagged), suffices: true, after: 90, seenSince: Heads.then - 10)
                == .send(.change, fields: ["If-None-Match": "\"x\""]))
        #expect(plan(held([:]), suffices: false, after: 90, seenSince: Heads.then - 10) == .plain)
    }

    @Test func `The rest is asked for if the beginning can be proved to belong to it`() {
        #expect(plan(held(tagged)) == .send(.rest(from: 100), fields: ["Range": "bytes=100-", "If-Range": "\"x\""]))
        let dates = ["date": "Sun, 06 Nov 1994 08:49:37 GMT", "last-modified": "Sun, 06 Nov 1994 08:48:37 GMT"]
        #expect(
            plan(held(dates))
                == .send(
                    .rest(from: 100), fields: ["Range": "bytes=100-", "If-Range": "Sun, 06 Nov 1994 08:48:37 GMT"]))
        // A photo changed within the minute before it was sent may have changed again within the same second.
        #expect(
            plan(held(["date": "Sun, 06 Nov 1994 08:49:37 GMT", "last-modified": "Sun, 06 Nov 1994 08:49:07 GMT"]))
                == .plain)
        #expect(plan(held(["etag": "W/\"x\""])) == .plain)
        #expect(plan(held([:])) == .plain)
        #expect(plan(nil) == .plain)
    }

    @Test func `A beginning is asked for where that pays`() {
        #expect(plan(nil, host: .range(first: 8192)) == .send(.beginning(8192), fields: ["Range": "bytes=0-8191"]))
        // The bytes held come first.
        #expect(
            plan(held(tagged), host: .range(first: 8192))
                == .send(.rest(from: 100), fields: ["Range": "bytes=100-", "If-Range": "\"x\""]))
    }

    private func reply(
        _ aim: RequestPlan.Aim, _ held: HeldReply?, _ status: Int, _ fields: [String: String] = [:]
    ) -> ReplyPlan {
        ReplyPlan(to: aim, held: held, head: Heads.reply(status, fields))
    }

    @Test func `200 is a new body, whatever was asked`() {
        let aims: [RequestPlan.Aim] = [.body, .beginning(10), .rest(from: 100), .change]
        for aim in aims {
            #expect(reply(aim, held(tagged), 200, ["content-length": "7"]) == .begin(count: 7, total: 7))
        }
    }

    @Test func `206 must be exactly what is missing, of the same body`() {
        let aim = RequestPlan.Aim.rest(from: 100)
        func range(_ text: String, _ more: [String: String] = [:]) -> ReplyPlan {
            reply(aim, held(tagged), 206, more.merging(["content-range": text, "etag": "\"x\""]) { one, _ in one })
        }
        #expect(range("bytes 100-999/1000") == .resume(count: 900, total: 1000))
        #expect(range("bytes 100-499/1000", ["etag": "\"x\""]) == .resume(count: 400, total: 1000))
        #expect(range("bytes 100-999/*") == .resume(count: 900, total: 1000))
        for wrong in [
            "bytes 0-999/1000", "bytes 99-999/1000", "bytes 101-999/1000", "bytes 100-1999/2000", "bytes 100-999/999",
            "bytes 999-100/1000", "bytes */1000", "items 100-999/1000", "bytes 100-/1000", "bytes -100/1000", "",
            "bytes",
            "bytes 100-99999999999999999999/*", "bytes 100-9223372036854775807/*",
        ] {
            #expect(range(wrong) == .startAgain, "\(wrong)")
        }
        #expect(reply(aim, held(tagged), 206) == .startAgain)
        for other in ["\"y\"", "W/\"x\"", "x", ""] {
            #expect(range("bytes 100-999/1000", ["etag": other]) == .startAgain)
        }
        #expect(reply(aim, held(tagged), 206, ["content-range": "bytes 100-999/1000"]) == .startAgain)
        #expect(range("bytes 100-999/1000", ["content-length": "899"]) == .startAgain)
        #expect(range("bytes 100-999/1000", ["content-encoding": "gzip"]) == .startAgain)
        let elsewhere = ReplyPlan(
            to: aim, held: held(tagged),
            head: Heads.reply(206, ["content-range": "bytes 100-999/1000"], url: URL(fileURLWithPath: "/")))
        #expect(elsewhere == .startAgain)
    }

    @Test func `The beginning must begin at the beginning`() {
        func range(_ text: String) -> ReplyPlan { reply(.beginning(100), nil, 206, ["content-range": text]) }
        #expect(range("bytes 0-99/1000") == .begin(count: 100, total: 1000))
        #expect(range("bytes 0-49/50") == .begin(count: 50, total: 50))
        #expect(range("bytes 1-99/1000") == .startAgain)
        #expect(range("bytes 0-100/1000") == .startAgain)
    }

    @Test func `A part of which nobody says how much there is in all is not taken for the whole`() {
        #expect(reply(.beginning(100), nil, 206, ["content-range": "bytes 0-99/*"]) == .startAgain)
        let fields = ["content-range": "bytes 100-199/*", "etag": "\"x\""]
        #expect(reply(.rest(from: 100), held(tagged, total: nil), 206, fields) == .startAgain)
        #expect(reply(.rest(from: 100), held(tagged), 206, fields) == .resume(count: 100, total: 1000))
    }

    @Test func `304 answers only who has asked, about the same body`() {
        #expect(reply(.change, held(tagged), 304) == .unchanged)
        #expect(reply(.change, held(tagged), 304, ["etag": "W/\"x\""]) == .unchanged)
        #expect(reply(.change, held(tagged), 304, ["etag": "\"y\""]) == .startAgain)
        #expect(reply(.rest(from: 100), held(tagged), 304) == .startAgain)
        #expect(reply(.body, nil, 304) == .refused)
    }

    @Test func `Asking again is never answered by asking again`() {
        for status in [206, 304, 416, 404, 500, 301] {
            #expect(reply(.body, nil, status) == .refused, "\(status)")
        }
        #expect(reply(.rest(from: 100), held(tagged), 416) == .startAgain)
        #expect(reply(.beginning(100), nil, 416) == .startAgain)
        #expect(reply(.rest(from: 100), held(tagged), 404) == .refused)
    }
}
