import PhotoCore
import Testing

@Suite("Redirects")
struct RedirectionTests {
    private func decide(
        _ status: Int, _ location: String? = "/to", scheme: String = "http", host: String = "a", followed: Int = 0
    ) -> Redirection {
        Redirection(
            status: status, location: location, target: .init(scheme: scheme, host: host), followed: followed)
    }

    @Test func `Five statuses lead elsewhere, and only with a Location`() {
        for status in -1...1000 {
            let expected = [301, 302, 303, 307, 308].contains(status) ? Redirection.follow : .none
            #expect(decide(status) == expected)
            #expect(decide(status, nil) == .none)
            #expect(decide(status, "") == .none)
        }
    }

    @Test func `They lead to http and https only, in any case of letters, and to some host`() {
        for scheme in ["http", "https", "HTTP", "Https"] { #expect(decide(302, scheme: scheme) == .follow) }
        for scheme in ["file", "ftp", "data", "javascript", "", "httpx"] {
            #expect(decide(302, "x", scheme: scheme) == .refuse(.redirectRefused(location: "x")))
        }
        #expect(decide(302, "x", host: "") == .refuse(.redirectRefused(location: "x")))
        #expect(
            Redirection(status: 302, location: "x", target: nil, followed: 0)
                == .refuse(.redirectRefused(location: "x")))
    }

    @Test func `The twenty-first is one too many`() {
        #expect(decide(302, followed: 19) == .follow)
        #expect(decide(302, followed: 20) == .refuse(.tooManyRedirects))
    }
}

@Suite("Interim replies")
struct InterimReplyTests {
    @Test func `Sixteen are taken, and no change of protocol`() {
        var replies = InterimReplies()
        let taken = (0..<17).map { _ in replies.take(status: 103) }
        #expect(taken.dropLast().allSatisfy { $0 == nil })
        #expect(taken.last != .some(nil))
        var others = InterimReplies()
        let change = others.take(status: 101)
        #expect(change != nil)
    }
}

@Suite("A body's pace")
struct BodyPaceTests {
    @Test func `What brings less than a kilobyte between two looks is too slow`() {
        var pace = BodyPace()
        let looks = [1024, 2048, 3071].map { pace.isTooSlow(received: $0) }
        #expect(looks == [false, false, true])
    }
}
