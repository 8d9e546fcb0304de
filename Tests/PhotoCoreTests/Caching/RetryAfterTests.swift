import Foundation
import TestSupport
import Testing

@testable import PhotoCore

/// What servers write into Retry-After: RFC 9110, section 10.2.3, and everything else.
@Suite("Retry-After")
struct RetryAfterTests {
    /// Sun, 06 Nov 1994 08:49:37 GMT.
    private static let now = 784_111_777.0

    private func seconds(_ field: String?, status: Int = 503) -> Double? {
        let fields = field.map { ["retry-after": $0] } ?? [:]
        let head = ReplyHead(
            status: status, phrase: "Busy", fields: fields, url: URL(fileURLWithPath: "/"),
            times: (Self.now - 1)...Self.now)
        guard case .refused(status, "Busy", let seconds) = head.refusal else { return -1 }
        return seconds
    }

    private func wait(_ field: String?, status: Int = 503) -> Double? {
        let failure = PhotoFailure.fetch(.refused(status: status, phrase: "", retryAfter: seconds(field)))
        return RetryPolicy().wait(after: failure, attempts: 1, random: 0)
    }

    @Test(arguments: [
        ("0", 0.0), ("1", 1), ("120", 120), (" 120\t", 120), ("007", 7), ("86400", 86400),
        ("Sun, 06 Nov 1994 08:51:37 GMT", 120), ("Sunday, 06-Nov-94 08:51:37 GMT", 120),
        ("Sun Nov  6 08:51:37 1994", 120), ("Mon, 07 Nov 1994 08:49:37 GMT", 86400),
    ])
    func `Seconds and dates say how long to wait`(field: String, expected: Double) {
        #expect(seconds(field) == expected)
        #expect(seconds(field, status: 429) == expected)
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:36 GMT", "Thu, 01 Jan 1970 00:00:00 GMT",
        "Sat, 01 Jan 0000 00:00:00 GMT",
    ])
    func `A date that has passed is no wait`(field: String) {
        #expect(seconds(field) == 0)
        #expect(wait(field) == 1)
    }

    @Test(arguments: [
        nil, "", " ", "soon", "-5", "+5", "1e3", "0x10", "nan", "inf", "infinity", "-0", "1,5", "1.5.2", "5, 10",
        "5 seconds", "٥", "½", "PT5S", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994", "1994-11-06T08:49:37Z",
        "Sun, 06 Nov 99999 08:49:37 GMT",
    ])
    func `What is neither counts as nothing`(field: String?) {
        #expect(seconds(field) == nil)
        #expect(wait(field) == 1)
    }

    @Test(arguments: [
        "3601", "2147483648", "9223372036854775807", "9223372036854775808", "18446744073709551616",
        String(repeating: "9", count: 400), "Fri, 31 Dec 9999 23:59:60 GMT",
    ])
    func `However long, it is at most an hour`(field: String) {
        for status in [429, 500, 503] { #expect(wait(field, status: status) == 3600) }
    }

    @Test(arguments: [404, 403, 501])
    func `With an error that does not pass it means nothing`(status: Int) {
        #expect(wait("5", status: status) == nil)
    }

    @Test func `Any text gives a wait between a second and an hour`() {
        var generator = SeededGenerator(seed: 3)
        let letters = Array("0123456789+-.,:eExX infNaGMT SunMoNovDec/\u{7f}٥")
        for _ in 0..<20_000 {
            let text = String(
                (0..<Int.random(in: 0...32, using: &generator)).compactMap { _ in
                    letters.randomElement(using: &generator)
                })
            let wait = wait(text) ?? -1
            #expect(wait >= 1 && wait <= 3600, "\(text)")
        }
    }
}
