import Foundation

/// The documents that do not open as their sidecars expect, each with the reason: `known-wrong.txt` next to them.
enum KnownWrong {
    static let file = DocumentSample.root.appendingPathComponent("known-wrong.txt")

    /// The reasons by family and name.
    static let reasons: [String: String] = {
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        let pairs = lines.map { $0.split(separator: " ", maxSplits: 1).map(String.init) }
        return Dictionary(pairs.map { ($0[0], $0.count > 1 ? $0[1] : "") }) { first, _ in first }
    }()
}
