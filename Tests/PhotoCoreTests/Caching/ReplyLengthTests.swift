import Foundation
import PhotoCore
import Testing

@Suite("What a reply says of its length")
struct ReplyLengthTests {
    private func flaw(_ length: String?, chunked: Bool = false) -> String? {
        var fields: [String: String] = [:]
        fields["content-length"] = length
        fields["transfer-encoding"] = chunked ? "chunked" : nil
        return ReplyHead(status: 200, fields: fields, url: URL(fileURLWithPath: "/"), times: 0...0).lengthFlaw
    }

    @Test(
        arguments: [nil, "0", "5", " 5 ", "007", "5, 5", "9223372036854775807"])
    func `One length, or none, is none of a flaw`(length: String?) {
        #expect(flaw(length) == nil)
    }

    @Test(
        arguments: ["-1", "+5", "", " ", "x", "5x", "5 6", "5, 6", "5,", "0x5", "9223372036854775808", "1e3", "٥"])
    func `Negative ones, words and two at once are`(length: String) {
        #expect(flaw(length) == length)
        #expect(flaw(length, chunked: true) == nil)
    }
}
