import Foundation
import PhotoCore

/// What is said of photos that are saved or exported.
enum SavingText {
    /// How far they are: "Saving “Beach”", "Exporting 3 of 10: “Beach”".
    static func progress(_ kind: PhotoSaving.Kind, _ progress: SaveProgress, name: String) -> String {
        let verb = kind == .original ? "Saving" : "Exporting"
        guard progress.total == 1 else {
            return "\(verb) \(number(progress.begun)) of \(number(progress.total)): “\(name)”"
        }
        // Without an end that is known, what has come is all that can be said.
        guard progress.fraction == nil, progress.byteCount > 0 else { return "\(verb) “\(name)”" }
        return "\(verb) “\(name)”, \(bytes(progress.byteCount)) so far"
    }

    /// What a screen reader calls the button that gives it up.
    static func cancel(_ kind: PhotoSaving.Kind) -> String { kind == .original ? "Cancel Saving" : "Cancel Exporting" }

    /// What was done, for a toast; nil where nothing was, and there are failures to tell of. `place` is the file's
    /// name, or that of the folder.
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

    /// So many reasons are told, and of each so many photos by name: what fits on a screen.
    private static let mostReasons = 4
    private static let mostNames = 3

    /// What was not done, and why; nil where everything was.
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

    /// What is said of a folder that no path leads to.
    static func elsewhere(_ address: String) -> String {
        "\(address)\n\nThat folder is on another computer and cannot be written to. Choose a folder on this computer."
    }

    private static func photos(_ count: Int) -> String { LoadingText.photos(count) }

    private static func number(_ number: Int) -> String { NumberText.text(number) }

    private static func bytes(_ count: Int) -> String {
        count < 1_000_000
            ? "\(number(count / 1000)) kB" : "\(NumberFormats.current.decimal(Double(count) / 1_000_000, digits: 1)) MB"
    }
}
