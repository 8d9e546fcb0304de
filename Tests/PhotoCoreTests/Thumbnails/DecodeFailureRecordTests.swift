import PhotoCore
import Testing

@Suite("Failures as text")
struct DecodeFailureRecordTests {
    @Test func `A record is plain ASCII, and a very long reason is cut`() throws {
        let record = try #require(DecodeFailure.unreadable(reason: String(repeating: "ü ", count: 10_000)).record)
        #expect(record.utf8.allSatisfy { (0x20...0x7E).contains($0) })
        #expect(record.utf8.count < 4000)
        guard case .unreadable(let reason)? = DecodeFailure(record: record) else {
            Issue.record("\(record)")
            return
        }
        #expect(reason == String(repeating: "ü ", count: 200))
    }

    @Test(
        arguments: [
            "", " ", "cancelled", "empty ", "cut-short x", "too-large", "too-large 1 2", "too-large 1 2 x",
            "too-large 0 2 3", "too-large -1 2 3", "too-large 99999999999999999999 2 3", "unreadable",
            "unreadable %zz", "unreadable a b",
        ])
    func `What is no record is none`(text: String) {
        #expect(DecodeFailure(record: text) == nil)
    }
}
