import PhotoCore
import Testing

@testable import ClassicPhotosApp

@Suite struct ShareTextTests {
    @Test func `The first line of a message is its heading, if there are others`() {
        let text = ShareText(ShareQuestion(message: "Log in to nas\nEnter the password of anna", parts: .password))
        #expect(text.heading == "Log in to nas" && text.body == "Enter the password of anna" && text.reason.isEmpty)
        let short = ShareText(ShareQuestion(message: "Enter it", parts: .password, wasWrong: true))
        #expect(short.heading == "Authentication Required" && short.body == "Enter it")
        #expect(short.reason.contains("wrong"))
        let choice = ShareText(choice: "Is it nas?\nIts key is new.\n\nIt may be another.")
        #expect(choice.heading == "Is it nas?" && choice.body == "Its key is new.\nIt may be another.")
    }

    @Test func `A message of a server is bounded and fit to be shown`() {
        let long = ShareText(choice: String(repeating: "a", count: 5000) + "\n\u{202E}b")
        #expect(long.heading.count == ShareText.longestMessage && long.body.isEmpty)
        #expect(ShareText(choice: "a\u{202E}b\u{1B}c").heading == "ab c")
        #expect(ShareText(choice: "").heading.isEmpty)
    }
}
