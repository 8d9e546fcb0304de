import PhotoCore
import Testing

@Suite("Challenges")
struct ChallengeTests {
    @Test("Items are put together to challenges, those of a digest first, and what is not known is left out")
    func challenges() {
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

    @Test("No challenge is none", arguments: [[], [""], ["realm=\"a\""], ["=", " = ", "basic2"], ["Negotiate abc=="]])
    func none(items: [String]) {
        #expect(Challenge.answerable(in: items).isEmpty)
    }

    @Test("A scheme's name is known in any case of letters")
    func letters() {
        #expect(Challenge.answerable(in: ["DIGEST a=b", "bAsic c=d"]).map(\.scheme) == [.digest, .basic])
    }
}
