import Foundation
import PhotoCore

/// The texts of a question about a share.
struct ShareText: Equatable {
    /// The displayed length of a message: servers may use whole pages.
    static let longestMessage = 800

    let heading: String
    let body: String
    /// What was wrong with the last answer; empty at first.
    let reason: String

    /// For a login. The backend's first line is a title, if another line follows.
    init(_ question: ShareQuestion) {
        let lines = Self.lines(question.message)
        heading = lines.count > 1 ? lines[0] : localized("Authentication Required")
        body = (lines.count > 1 ? lines[1...] : lines[...]).joined(separator: "\n")
        reason = question.wasWrong ? localized("The name or password is wrong. Try again.") : ""
    }

    /// For a choice.
    init(choice message: String) {
        let lines = Self.lines(message)
        heading = lines.first ?? ""
        body = lines.dropFirst().joined(separator: "\n")
        reason = ""
    }

    private static func lines(_ message: String) -> [String] {
        let text = ShownText.lines(String(message.prefix(longestMessage)))
        return text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
