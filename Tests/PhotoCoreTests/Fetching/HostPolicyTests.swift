@testable import PhotoCore
import Testing

@Suite("How a host is best asked")
struct HostPolicyTests {
    private func reply(
        enough: Int?, connect: Double? = 0.05, firstByte: Double = 0.05, answersRanges: Bool? = nil,
        multiplexes: Bool = false
    ) -> HostPolicy.Observation {
        var observation = HostPolicy.Observation()
        observation.connectSeconds = connect
        observation.firstByteSeconds = firstByte
        observation.sufficientByteCount = enough
        observation.isJudged = true
        observation.answersRanges = answersRanges
        observation.multiplexes = multiplexes
        return observation
    }

    private func policy(_ observations: [HostPolicy.Observation]) -> HostPolicy {
        var policy = HostPolicy()
        for observation in observations { policy.learn(observation) }
        return policy
    }

    @Test func `An unknown host is asked plainly`() {
        #expect(HostPolicy().plan == .whole)
        #expect(policy([reply(enough: 9000), reply(enough: 9000)]).plan == .whole)
    }

    @Test func `Where beginnings suffice, they are asked for, and little more than has sufficed`() {
        #expect(policy(Array(repeating: reply(enough: 9000), count: 3)).plan == .range(first: 10240))
        #expect(policy(Array(repeating: reply(enough: 700), count: 3)).plan == .range(first: 8192))
        #expect(policy(Array(repeating: reply(enough: 65000), count: 3)).plan == .range(first: 65536))
        #expect(policy([20000, 9000, 9000, 9000].map { reply(enough: $0) }).plan == .range(first: 22528))
    }

    @Test func `Where they never do, no request for a range is ever made`() {
        var policy = HostPolicy()
        for _ in 0..<100 {
            policy.learn(reply(enough: nil))
            #expect(policy.plan == .whole)
        }
        #expect(policy.sufficientShare == 0)
        // Enough, but not at the beginning: the scans of a progressive picture.
        for _ in 0..<100 {
            policy.learn(reply(enough: 150_000))
            #expect(policy.plan == .whole)
        }
    }

    @Test func `What a connection costs against a round trip decides between`() {
        let half = [reply(enough: 9000), reply(enough: nil), reply(enough: 9000), reply(enough: nil)]
        #expect(policy(half).plan != .whole)
        // One in five: hanging up costs more only if connections do.
        let fifth = (0..<20).map { reply(enough: $0 % 5 == 0 ? 9000 : nil) }
        #expect(policy(fifth).plan == .whole)
        let dear = (0..<20).map { reply(enough: $0 % 5 == 0 ? 9000 : nil, connect: 0.5) }
        #expect(policy(dear).plan != .whole)
    }

    @Test func `Hanging up costs nothing over HTTP/2`() {
        #expect(policy(Array(repeating: reply(enough: 9000, multiplexes: true), count: 9)).plan == .whole)
    }

    @Test func `A host that answers no ranges is not asked for them`() {
        let replies = Array(repeating: reply(enough: 9000), count: 5) + [reply(enough: 9000, answersRanges: false)]
        #expect(policy(replies).plan == .whole)
    }

    @Test func `Photos of another kind change the mind within ten`() {
        var policy = policy(Array(repeating: reply(enough: 9000), count: 50))
        let needed = (1...50).first { _ in
            policy.learn(reply(enough: nil))
            return policy.plan == .whole
        }
        #expect(needed.map { $0 <= 12 } == true)
    }

    @Test func `A download is worth finishing when the rest takes less than the next wait`() {
        #expect(HostPolicy().secondsWorthWaiting(remaining: 1) == nil)
        var observation = reply(enough: nil, firstByte: 0.1)
        observation.bandwidth = 1_000_000
        #expect(policy([observation]).secondsWorthWaiting(remaining: 100_000) == 0.1)
        #expect(policy([observation]).secondsWorthWaiting(remaining: 100_001) == nil)
    }
}
