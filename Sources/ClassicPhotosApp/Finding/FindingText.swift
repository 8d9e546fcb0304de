import Foundation
import PhotoCore

/// Texts about found, selected and passed rows.
@MainActor
enum FindingText {
    /// "12 matches", in the reader's number format.
    static func matches(_ count: Int) -> String {
        let number = NumberFormats.current.whole(count)
        return count == 0 ? localized("No matches") : localizedCount(count, "\(number) match", "\(number) matches")
    }

    /// "12 selected"; without a selection "1,000 photos", or "3 folders · 1,000 photos".
    static func photos(_ count: Int, folders: Int = 0, selected: Int) -> String {
        if selected == 0 { return LoadingText.photos(count, folders: folders) }
        let number = NumberFormats.current.whole(selected)
        return localizedCount(selected, "\(number) selected", "\(number) selected")
    }

    /// "3 of 60 selected", as it is said aloud; without a selection "60 photos".
    static func spoken(_ count: Int, selected: Int) -> String {
        if selected == 0 { return LoadingText.photos(count) }
        let (number, all) = (NumberFormats.current.whole(selected), NumberFormats.current.whole(count))
        return localizedCount(selected, "\(number) of \(all) selected", "\(number) of \(all) selected")
    }

    /// "123,456 of 1,000,000": a row, counted from 0, and the total.
    static func position(_ row: Int, of count: Int) -> String {
        localized("\(NumberFormats.current.whole(row + 1)) of \(NumberFormats.current.whole(count))")
    }

    /// "1 name copied", "12 addresses copied".
    static func copied(_ count: Int, _ what: CopiedText) -> String {
        let number = NumberFormats.current.whole(count)
        return switch (what, count) {
        case (.names, _): localizedCount(count, "\(number) name copied", "\(number) names copied")
        case (.addresses, 0): localized("None of the photos has an address")
        case (.addresses, _): localizedCount(count, "\(number) address copied", "\(number) addresses copied")
        }
    }

    /// Which of the photos meant a command leaves out: those of months of a library that are not read.
    static func leftOut(_ count: Int) -> String {
        let number = NumberFormats.current.whole(count)
        return localizedCount(
            count, "\(number) photo was left out: it is not read before it is on screen",
            "\(number) photos were left out: they are not read before they are on screen")
    }

    /// What was done, and how many photos were left out, if any: "12 photos moved to the trash. 3 photos …".
    static func adding(leftOut count: Int, to done: String) -> String {
        guard count > 0 else { return done }
        let rest = leftOut(count)
        return localized("\(done). \(rest)", context: "what was done, and what was left out")
    }
}

extension ListOrder {
    /// Its name in the menu.
    var displayName: String {
        switch self {
        case .catalogue: localized("_Catalogue Order")
        case .name: localized("_Name")
        case .newest, .timelineNewest: localized("N_ewest First")
        case .timelineOldest, .reversed: localized("_Oldest First")
        case .failed: localized("_Failed First")
        }
    }
}
