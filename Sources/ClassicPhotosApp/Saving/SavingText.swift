import Foundation
import PhotoCore

enum SavingText {
    /// The progress: "Saving “Beach”", "Exporting 3 of 10: “Beach”".
    static func progress(_ kind: PhotoSaving.Kind, _ progress: SaveProgress, name: String) -> String {
        let isSaving = kind == .original
        guard progress.total == 1 else {
            let (begun, total) = (number(progress.begun), number(progress.total))
            return isSaving
                ? localized("Saving \(begun) of \(total): “\(name)”")
                : localized("Exporting \(begun) of \(total): “\(name)”")
        }
        // Without a known total, only the received bytes are known.
        guard progress.fraction == nil, progress.byteCount > 0 else {
            return isSaving ? saving(name) : localized("Exporting “\(name)”")
        }
        let received = bytes(progress.byteCount)
        return isSaving
            ? localized("Saving “\(name)”, \(received) so far") : localized("Exporting “\(name)”, \(received) so far")
    }

    /// The progress of saving a file: "Saving “beach.json”".
    static func saving(_ name: String) -> String { localized("Saving “\(name)”") }

    /// The progress while the list of a month is read.
    static let reading = localized("Reading the list of photos…")

    /// Which photo is to be exported, where it is one.
    static func title(_ name: String) -> String { localized("“\(name)”") }

    /// The accessible name of the Cancel button.
    static func cancel(_ kind: PhotoSaving.Kind) -> String {
        kind == .original ? localized("Cancel Saving") : localized("Cancel Exporting")
    }

    /// The same where names or addresses are copied.
    static let cancelCopying = localized("Cancel Copying")

    /// The result for a toast; nil if only failures are to be reported. `place` is the name of the file or the folder.
    static func done(_ kind: PhotoSaving.Kind, _ outcome: SaveOutcome, place: String) -> String? {
        let isSaving = kind == .original
        let (kept, total) = (number(outcome.keptCount), number(outcome.total))
        if outcome.isCancelled {
            if outcome.keptCount == 0 {
                return isSaving
                    ? localized("Cancelled. Nothing was saved.") : localized("Cancelled. Nothing was exported.")
            }
            return isSaving
                ? localizedCount(
                    outcome.keptCount, "Cancelled. \(kept) of \(total) photos was saved to “\(place)”.",
                    "Cancelled. \(kept) of \(total) photos were saved to “\(place)”.")
                : localizedCount(
                    outcome.keptCount, "Cancelled. \(kept) of \(total) photos was exported to “\(place)”.",
                    "Cancelled. \(kept) of \(total) photos were exported to “\(place)”.")
        }
        if outcome.keptCount == 0 {
            // The months have none of the photos that were counted.
            guard outcome.missingCount == 0 else { return nil }
            return isSaving ? localized("There are no photos to save.") : localized("There are no photos to export.")
        }
        if outcome.total == 1 {
            return isSaving ? localized("Saved as “\(place)”") : localized("Exported as “\(place)”")
        }
        if outcome.missingCount == 0 {
            return isSaving
                ? saved(outcome.keptCount, to: place)
                : localizedCount(
                    outcome.keptCount, "\(kept) photo exported to “\(place)”", "\(kept) photos exported to “\(place)”")
        }
        return isSaving
            ? localizedCount(
                outcome.keptCount, "\(kept) of \(total) photos saved to “\(place)”",
                "\(kept) of \(total) photos saved to “\(place)”")
            : localizedCount(
                outcome.keptCount, "\(kept) of \(total) photos exported to “\(place)”",
                "\(kept) of \(total) photos exported to “\(place)”")
    }

    /// The result for the desktop; nil if the person has cancelled it. Names and reasons of strangers are left to the
    /// window.
    static func notice(_ kind: PhotoSaving.Kind, _ outcome: SaveOutcome, place: String) -> String? {
        if outcome.isCancelled { return nil }
        if let done = done(kind, outcome, place: place) { return done }
        let missing = number(outcome.missingCount)
        return kind == .original
            ? localizedCount(outcome.missingCount, "\(missing) photo was not saved", "\(missing) photos were not saved")
            : localizedCount(
                outcome.missingCount, "\(missing) photo was not exported", "\(missing) photos were not exported")
    }

    /// The same for a catalogue.
    static func done(_ outcome: SaveOutcome, place: String) -> String? {
        outcome.missingCount == 0 && !outcome.isCancelled
            ? saved(outcome.keptCount, to: place) : done(.original, outcome, place: place)
    }

    /// "12 photos saved to “beach.json”".
    static func saved(_ count: Int, to place: String) -> String {
        localizedCount(
            count, "\(number(count)) photo saved to “\(place)”", "\(number(count)) photos saved to “\(place)”")
    }

    /// The title of the dialog that asks for a folder for `count` photos.
    static func choosingFolder(_ kind: PhotoSaving.Kind, _ count: Int) -> String {
        kind == .original
            ? localizedCount(
                count, "Save \(number(count)) photo to a Folder", "Save \(number(count)) photos to a Folder")
            : localizedCount(
                count, "Export \(number(count)) photo to a Folder", "Export \(number(count)) photos to a Folder")
    }

    /// The maximum number of reasons, and of photos by name for each: what fits on a screen.
    private static let mostReasons = 4
    private static let mostNames = 3

    /// The failures and their reasons; nil without any.
    static func failures(_ kind: PhotoSaving.Kind, _ outcome: SaveOutcome, place: String) -> String? {
        guard let first = outcome.missing.first else { return nil }
        if outcome.total == 1 { return "\(place)\n\n\(first.failure)" }
        return failures(outcome, under: missing(kind, outcome))
    }

    /// The photos whose names or addresses could not be copied, and the reasons; nil without any.
    static func notCopied(_ outcome: SaveOutcome) -> String? {
        guard outcome.missingCount > 0 else { return nil }
        let (missing, total) = (number(outcome.missingCount), number(outcome.total))
        let heading = localizedCount(
            outcome.missingCount, "\(missing) of \(total) photos was not copied:",
            "\(missing) of \(total) photos were not copied:")
        return failures(outcome, under: heading)
    }

    private static func failures(_ outcome: SaveOutcome, under heading: String) -> String {
        var lines = [heading]
        var reasons: [(reason: String, names: [String], counts: [Int])] = []
        for missing in outcome.missing {
            let reason = missing.failure.description
            let count = missing.ofMonth ?? 1
            let name = missing.ofMonth.map { month(missing.name, $0) } ?? missing.name
            if let index = reasons.firstIndex(where: { $0.reason == reason }) {
                reasons[index].names.append(name)
                reasons[index].counts.append(count)
            } else {
                reasons.append((reason, [name], [count]))
            }
        }
        var told = 0
        for (reason, names, counts) in reasons.prefix(mostReasons) {
            let rest = counts.dropFirst(mostNames).reduce(0, +)
            let shown = names.prefix(mostNames).joined(separator: localized(", ", context: "between parts"))
            let photos =
                rest > 0
                ? localizedCount(rest, "\(shown) and \(number(rest)) more", "\(shown) and \(number(rest)) more") : shown
            // Names of photos, and why they are not there.
            lines.append(localized("\(photos): \(reason)", context: "photos and reason"))
            told += counts.reduce(0, +)
        }
        let untold = outcome.missingCount - told
        if untold > 0 {
            lines.append(localizedCount(untold, "And \(number(untold)) more.", "And \(number(untold)) more."))
        }
        return lines.joined(separator: "\n\n")
    }

    /// "May 2024 (12 photos)".
    private static func month(_ name: String, _ count: Int) -> String {
        let photos = localizedCount(count, "\(number(count)) photo", "\(number(count)) photos")
        return localized("\(name) (\(photos))", context: "month and number of photos")
    }

    private static func missing(_ kind: PhotoSaving.Kind, _ outcome: SaveOutcome) -> String {
        let (missing, total) = (number(outcome.missingCount), number(outcome.total))
        return kind == .original
            ? localizedCount(
                outcome.missingCount, "\(missing) of \(total) photos was not saved:",
                "\(missing) of \(total) photos were not saved:")
            : localizedCount(
                outcome.missingCount, "\(missing) of \(total) photos was not exported:",
                "\(missing) of \(total) photos were not exported:")
    }

    /// The message about a folder without a path.
    static func elsewhere(_ address: String) -> String {
        address + "\n\n"
            + localized(
                "That folder is on another computer and cannot be written to. Choose a folder on this computer.")
    }

    private static func number(_ number: Int) -> String { NumberFormats.current.whole(number) }

    /// "250 kB", "12.4 MB".
    static func bytes(_ count: Int) -> String {
        count < 1_000_000
            ? localized("\(number(count / 1000)) kB")
            : localized("\(NumberFormats.current.decimal(Double(count) / 1_000_000, digits: 1)) MB")
    }
}
