import PhotoCore
import Testing

@Suite("Challenges")
struct ChallengeTests {
    @Test func `Items are put together to challenges, those of a digest first, and what is not known is left out`() {
        let items = [
            "Negotiate", "Basic realm=\"a, b=c d\"", "charset=\"UTF-8\"", "NTLM TlRMTVNTUAACAAAA=",
            "Digest realm=\"c\"",
            "nonce = \"x\"", "stale=true", "Bearer realm=\"d\"", "Basic",
        ]
        #expect(
            Challenge.answerable(in: items).map(\.text) == [
                "Digest realm=\"c\", nonce = \"x\", stale=true", "Basic realm=\"a, b=c d\", charset=\"UTF-8\"", "Basic",
            ])
        #expect(Challenge.answerable(in: items).map(\.scheme) == [.digest, .basic, .basic])
    }

    @Test(arguments: [[], [""], ["realm=\"a\""], ["=", " = ", "basic2"], ["Negotiate abc=="]])
    func `No challenge is none`(items: [String]) {
        #expect(Challenge.answerable(in: items).isEmpty)
    }

    @Test func `A scheme's name is known in any case of letters`() {
        #expect(Challenge.answerable(in: ["DIGEST a=b", "bAsic c=d"]).map(\.scheme) == [.digest, .basic])
    }
}
