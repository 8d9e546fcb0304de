import Foundation
import GLibBridge
import GtkBridge
import PhotoCore

/// What a window shows while a catalogue is read: a thin bar that says how far it is, over the upper edge of the list,
/// and Cancel in the place of Reload. How many photos there are so far stands below the window's title.
///
/// Nothing of it takes room from the list: its photos stay where they are when it comes and when it goes.
@MainActor
final class LoadingBar {
    private let bar = ProgressBar()
    private let cancel = Button(icon: "process-stop-symbolic", .cancelLoading)
    private let reload: Widget

    /// Over `overlay`, and in `header` in the place of `reload`.
    init(over overlay: Overlay, in header: HeaderBar, insteadOf reload: Widget) {
        self.reload = reload
        bar.addClass("osd")
        bar.align(vertically: .start)
        bar.setAccessibleLabel("Loading the catalogue")
        // It is nothing to press: what is below it is.
        bar.setTouchable(false)
        overlay.add(bar)
        header.packStart(cancel)
        isShown = false
    }

    var isShown: Bool {
        get { bar.isVisible }
        set {
            bar.isVisible = newValue
            cancel.isVisible = newValue
            reload.isVisible = !newValue
        }
    }

    func show(_ progress: CatalogueProgress) {
        if let fraction = progress.bytes?.fraction { bar.fraction = fraction } else { bar.pulse() }
    }
}

/// What is said of a catalogue that is being read, or was not read to its end.
enum LoadingText {
    /// "1,234 photos so far".
    static func soFar(_ count: Int) -> String { count == 0 ? "No photos so far" : "\(photos(count)) so far" }

    /// "1,234 photos", as the person's language writes numbers.
    static func photos(_ count: Int) -> String {
        count == 1 ? "1 photo" : "\(NumberText.text(count)) photos"
    }

    /// As the catalogue calls itself on one line, or `other` where it does not, or there is none.
    static func title(of facts: CatalogueFacts?, else other: String?) -> String {
        let own = facts?.title?.split(whereSeparator: \.isWhitespace).joined(separator: " ") ?? ""
        return own.isEmpty ? other ?? "Classic Photos" : own
    }

    /// What may be wrong with what is shown of `catalogue`, to be added to how many photos there are.
    static func doubts(of catalogue: Catalogue) -> String {
        (catalogue.isStale ? " · Offline" : "") + (catalogue.mayBeCutShort ? " · May be cut short" : "")
    }

    /// What the person who cancelled is told.
    static func stopped(at count: Int) -> String { "Loading stopped. These are the first \(photos(count))." }

    /// Of a catalogue whose end only the end of the connection tells.
    static let mayBeCutShort = "The catalogue may be cut short: the server did not mark its end. Reload to try again."
}

/// A catalogue that is being read.
struct LoadingCatalogue {
    let source: CatalogueSource
    /// Whether it is another version of what is on screen, which stays until all of the new one is there.
    let isReload: Bool
    /// Whether rows of it are on screen.
    var isShown = false
    /// How many rows of it have been read.
    var rows = 0
    /// The bar appears only for what takes a while.
    var barTimer: MainTimer?
}
