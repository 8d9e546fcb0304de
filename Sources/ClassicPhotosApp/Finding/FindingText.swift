import Foundation
import PhotoCore

/// Texts about found, selected and passed rows.
@MainActor
enum FindingText {
    /// "12 matches", in the reader's number format.
    static func matches(_ count: Int) -> String {
        switch count {
        case 0: "No matches"
        case 1: "1 match"
        default: "\(NumberFormats.current.whole(count)) matches"
        }
    }

    /// "12 selected"; without a selection "1,000 photos".
    static func photos(_ count: Int, selected: Int) -> String {
        selected == 0 ? LoadingText.photos(count) : "\(NumberFormats.current.whole(selected)) selected"
    }

    /// "123,456 of 1,000,000": a row, counted from 0, and the total.
    static func position(_ row: Int, of count: Int) -> String {
        "\(NumberFormats.current.whole(row + 1)) of \(NumberFormats.current.whole(count))"
    }

    /// "1 name copied", "12 addresses copied".
    static func copied(_ count: Int, _ what: CopiedText) -> String {
        switch (what, count) {
        case (.names, 1): "1 name copied"
        case (.names, _): "\(NumberFormats.current.whole(count)) names copied"
        case (.addresses, 0): "None of the photos has an address"
        case (.addresses, 1): "1 address copied"
        case (.addresses, _): "\(NumberFormats.current.whole(count)) addresses copied"
        }
    }

    /// "12 photos saved to “beach.json”".
    static func saved(_ count: Int, to name: String) -> String { "\(LoadingText.photos(count)) saved to “\(name)”" }
}

extension ListOrder {
    /// Its name in the menu.
    var displayName: String {
        switch self {
        case .catalogue: "_Catalogue Order"
        case .name: "_Name"
        case .newest: "N_ewest First"
        case .failed: "_Failed First"
        }
    }
}
