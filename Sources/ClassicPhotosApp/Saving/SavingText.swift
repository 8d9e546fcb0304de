import Foundation
import PhotoCore

enum SavingText {
    /// The progress: "Saving “Beach”", "Exporting 3 of 10: “Beach”".
    static func progress(_ kind: PhotoSaving.Kind, _ progress: SaveProgress, name: String) -> String {
        let verb = kind == .original ? "Saving" : "Exporting"
        guard progress.total == 1 else {
            return "\(verb) \(number(progress.begun)) of \(number(progress.total)): “\(name)”"
        }
        // Without a known total, only the received bytes are known.
        guard progress.fraction == nil, progress.byteCount > 0 else { return "\(verb) “\(name)”" }
        return "\(verb) “\(name)”, \(bytes(progress.byteCount)) so far"
    }

    /// The accessible name of the Cancel button.
    static func cancel(_ kind: PhotoSaving.Kind) -> String { kind == .original ? "Cancel Saving" : "Cancel Exporting" }

    /// The result for a toast; nil if only failures are to be reported. `place` is the name of the file or the folder.
    static func done(_ kind: PhotoSaving.Kind, _ outcome: SaveOutcome, place: String) -> String? {
        let verb = kind == .original ? "saved" : "exported"
        if outcome.isCancelled {
            if outcome.keptCount == 0 { return "Cancelled. Nothing was \(verb)." }
            let were = outcome.keptCount == 1 ? "was" : "were"
            return
                "Cancelled. \(number(outcome.keptCount)) of \(photos(outcome.total)) \(were) \(verb) to “\(place)”."
        }
        if outcome.keptCount == 0 { return nil }
        if outcome.total == 1 { return "\(verb.capitalized) as “\(place)”" }
        if outcome.missingCount == 0 { return "\(photos(outcome.keptCount)) \(verb) to “\(place)”" }
        return "\(number(outcome.keptCount)) of \(photos(outcome.total)) \(verb) to “\(place)”"
    }

    /// The maximum number of reasons, and of photos by name for each: what fits on a screen.
    private static let mostReasons = 4
    private static let mostNames = 3

    /// The failures and their reasons; nil without any.
    static func failures(_ kind: PhotoSaving.Kind, _ outcome: SaveOutcome, place: String) -> String? {
        guard let first = outcome.missing.first else { return nil }
        if outcome.total == 1 { return "\(place)\n\n\(first.failure)" }
        let verb = kind == .original ? "saved" : "exported"
        let were = outcome.missingCount == 1 ? "was" : "were"
        var lines = ["\(number(outcome.missingCount)) of \(photos(outcome.total)) \(were) not \(verb):"]
        var reasons: [(reason: String, names: [String])] = []
        for missing in outcome.missing {
            let reason = missing.failure.description
            if let index = reasons.firstIndex(where: { $0.reason == reason }) {
                reasons[index].names.append(missing.name)
            } else {
                reasons.append((reason, [missing.name]))
            }
        }
        var told = 0
        for (reason, names) in reasons.prefix(mostReasons) {
            let rest = names.count - mostNames
            let shown = names.prefix(mostNames).joined(separator: ", ")
            lines.append("\(shown)\(rest > 0 ? " and \(number(rest)) more" : ""): \(reason)")
            told += names.count
        }
        let untold = outcome.missingCount - told
        if untold > 0 { lines.append("And \(number(untold)) more.") }
        return lines.joined(separator: "\n\n")
    }

    /// The message about a folder without a path.
    static func elsewhere(_ address: String) -> String {
        "\(address)\n\nThat folder is on another computer and cannot be written to. Choose a folder on this computer."
    }

    private static func photos(_ count: Int) -> String { LoadingText.photos(count) }

    private static func number(_ number: Int) -> String { NumberFormats.current.whole(number) }

    private static func bytes(_ count: Int) -> String {
        count < 1_000_000
            ? "\(number(count / 1000)) kB" : "\(NumberFormats.current.decimal(Double(count) / 1_000_000, digits: 1)) MB"
    }
}
