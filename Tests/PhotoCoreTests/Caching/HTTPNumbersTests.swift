import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@Suite("The numbers and dates of HTTP, over their whole range")
struct HTTPNumbersTests {
    private static let numbers = [
        "", "-1", "0", "1", "59", "2147483647", "2147483648", "4294967296", "9223372036854775807",
        "9223372036854775808", String(repeating: "9", count: 400), "1e9", "1e308", "1e309", "-1e308", "+5", "0x1p60",
        "nan", "inf", "٥", " 7 ",
    ]
    private static let dates = [
        "Mon, 01 Jan 0001 00:00:00 GMT", "Thu, 01 Jan 1970 00:00:00 GMT", "Sun, 06 Nov 1994 08:49:37 GMT",
        "Fri, 31 Dec 9999 23:59:60 GMT", "Sun, 06 Nov 10000 08:49:37 GMT", "Sun, 06 Nov -001 08:49:37 GMT",
    ]
    private static let clocks: [Double] = [
        -1e300, -.infinity, -62_135_596_800, -1, 0, Heads.then, 2_147_483_648, 253_402_300_800, 1e18, 1e300, .infinity,
    ]

    @Test func `Every month of the years 0 to 9999 has its date`() {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        var day = -719_528
        for year in 0...9999 {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            let digits = String(String(10_000 + year).dropFirst())
            for (month, length) in lengths.enumerated() {
                // One of the twelve a year, and another the next year.
                if month == year % 12 {
                    let first = "Mon, 01 \(months[month]) \(digits) 00:00:00 GMT"
                    let last = "Mon, \(length) \(months[month]) \(digits) 23:59:59 GMT"
                    #expect(HTTPDate.seconds(first) == Double(day) * 86400, "\(first)")
                    #expect(HTTPDate.seconds(last) == Double(day + length) * 86400 - 1, "\(last)")
                }
                day += length
            }
        }
    }

    @Test(arguments: [
        "Mon, 01 Jan 10000 00:00:00 GMT", "Mon, 01 Jan 99999999999999999999 00:00:00 GMT",
        "Mon, 99999999999999999999 Jan 2000 00:00:00 GMT",
        "Mon, 01 Jan 2000 9223372036854775807:00:00 GMT", "Mon, 01 Jan 2000 00:00:9223372036854775807 GMT",
        "Mon, 00 Jan 2000 00:00:00 GMT", "Mon, 32 Jan 2000 00:00:00 GMT", "Mon, 01 Jan 2000 24:00:00 GMT",
    ])
    func `A date beyond that is none`(text: String) { #expect(HTTPDate.seconds(text) == nil) }

    @Test(arguments: numbers + dates)
    func `What a server asks to wait is no less than nothing, and is believed for an hour`(text: String) {
        for clock in Self.clocks {
            let refusal = Heads.reply(503, ["retry-after": text], at: clock).refusal
            guard case .refused(503, _, let seconds) = refusal else {
                Issue.record("\(refusal)")
                continue
            }
            #expect(seconds.map { $0 >= 0 } ?? true, "\(text) at \(clock)")
            for attempts in [0, 1, 2, 31, 64, .max] {
                for random in [0, 0.5, 0.999] {
                    let wait = RetryPolicy().wait(after: .fetch(refusal), attempts: attempts, random: random)
                    #expect(wait.map { (1...3600).contains($0) } == true, "\(text) at \(clock)")
                }
            }
        }
    }

    @Test(arguments: numbers)
    func `No age, no date and no clock makes a reply fresh before it came, or for ever`(age: String) {
        for maxAge in Self.numbers {
            for date in Self.dates {
                for clock in Self.clocks {
                    let fields = ["age": age, "cache-control": "max-age=\(maxAge)", "date": date]
                    let freshness = Freshness(Heads.stored(fields, at: clock))
                    #expect((0...Double(1 << 31)).contains(freshness.lifetime))
                    #expect(freshness.initialAge >= 0)
                    for now in Self.clocks where freshness.isFresh(at: now) {
                        #expect(now >= clock && now - clock < Double(1 << 31), "\(fields), \(clock), \(now)")
                    }
                }
            }
        }
    }

    @Test(arguments: dates)
    func `No expiry and no last change makes the lifetime anything but a number`(text: String) {
        for date in Self.dates {
            for clock in Self.clocks where clock.isFinite {
                for field in ["expires", "last-modified"] {
                    let freshness = Freshness(Heads.stored([field: text, "date": date], at: clock))
                    #expect(freshness.lifetime >= 0 && freshness.lifetime.isFinite, "\(field) \(text), \(date)")
                }
            }
        }
    }

    @Test(arguments: [-1e300, -1, 0, 1e18, 1e300, .infinity])
    func `A reply is used as seen at any clock, or requested`(since: Double) {
        for received in Self.clocks {
            for now in Self.clocks {
                let held = HeldReply(head: Heads.stored([:], at: received), byteCount: 1, isWhole: true)
                let plan = RequestPlan(
                    held: held, suffices: true, revalidates: false, host: .whole, now: now, seenSince: since)
                let isSeen = received >= since && received <= max(since, now)
                #expect(plan == (isSeen ? .use : .plain))
            }
        }
    }
}
