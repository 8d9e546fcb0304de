import Foundation
import GLibBridge
import GtkBridge
import PhotoCore

/// A window's display of a loading catalogue: a thin progress bar over the upper edge of the list, and Cancel in place
/// of Reload. The number of photos so far is below the title.
///
/// It takes no space from the list, whose photos stay in place.
@MainActor
final class LoadingBar {
    private let bar = ProgressBar()
    private let cancel = Button(icon: "process-stop-symbolic", .cancelLoading)
    private let reload: Widget

    /// Called before Cancel or Reload goes while it has the keyboard focus, which the other one cannot take.
    var leaves: (@MainActor () -> Void)?

    /// Over `overlay`, and in `header` in place of `reload`.
    init(over overlay: Overlay, in header: HeaderBar, insteadOf reload: Widget) {
        self.reload = reload
        bar.addClass("osd")
        bar.align(vertically: .start)
        bar.setAccessibleLabel(localized("Loading the catalogue"))
        // Clicks reach what is below.
        bar.setTouchable(false)
        overlay.add(bar)
        header.packStart(cancel)
        isShown = false
    }

    var isShown: Bool {
        get { bar.isVisible }
        set {
            bar.isVisible = newValue
            let (shown, hidden): (Widget, Widget) = newValue ? (cancel, reload) : (reload, cancel)
            shown.isVisible = true
            // GTK would move the focus on from what goes.
            if hidden.hasFocus, shown.isMapped { shown.grabFocus() }
            // A narrow window has no Reload, and without a list it is grey.
            if hidden.hasFocus { leaves?() }
            hidden.isVisible = false
        }
    }

    func show(_ progress: CatalogueProgress) {
        if let fraction = progress.bytes?.fraction { bar.fraction = fraction } else { bar.pulse() }
    }
}

/// Texts about a catalogue that is loading, or was not read to its end.
enum LoadingText {
    /// "1,234 photos so far".
    static func soFar(_ count: Int) -> String {
        let number = NumberFormats.current.whole(count)
        return count == 0
            ? localized("No photos so far")
            : localizedCount(count, "\(number) photo so far", "\(number) photos so far")
    }

    /// "1,234 photos", in the reader's number format.
    static func photos(_ count: Int) -> String {
        let number = NumberFormats.current.whole(count)
        return localizedCount(count, "\(number) photo", "\(number) photos")
    }

    /// "3 folders · 1,234 photos"; of a folder of folders "3 folders · no photos of its own".
    static func photos(_ count: Int, folders: Int) -> String {
        guard folders > 0 else { return photos(count) }
        let number = NumberFormats.current.whole(folders)
        let within = localizedCount(folders, "\(number) folder", "\(number) folders")
        return within + " · " + (count == 0 ? localized("no photos of its own") : photos(count))
    }

    /// The catalogue's own title on one line, otherwise `other`. A server's page of its outermost folder may be called
    /// "/", as that of any other server.
    static func title(of facts: CatalogueFacts?, else other: String?) -> String {
        let title = facts?.title.map(ShownText.line)
        let own = title?.split(whereSeparator: \.isWhitespace).joined(separator: " ") ?? ""
        return own.isEmpty || own == "/" ? other ?? "Classic Photos" : own
    }

    /// Warnings about the shown `catalogue`, to be appended to the number of photos.
    static func doubts(of catalogue: Catalogue) -> String {
        let facts = catalogue.facts
        let counted =
            unreadable(facts.unreadableFolderCount) + withoutAddress(facts.withoutAddressCount)
            + failed(facts.failedLineCount)
        return (catalogue.isStale ? " · " + localized("Offline") : "")
            + (catalogue.mayBeCutShort ? " · " + localized("May be cut short") : "") + counted
            + cut(facts.isCutByServer)
    }

    /// By the server that lists the photos.
    private static func cut(_ isCut: Bool) -> String { isCut ? " · " + isCutByServer : "" }

    /// Of several libraries.
    private static func failed(_ count: Int) -> String {
        guard count > 0 else { return "" }
        let number = NumberFormats.current.whole(count)
        return " · " + localizedCount(count, "\(number) library does not answer", "\(number) libraries do not answer")
    }

    private static func unreadable(_ count: Int) -> String {
        guard count > 0 else { return "" }
        let number = NumberFormats.current.whole(count)
        let text = localizedCount(
            count, "\(number) folder could not be read", "\(number) folders could not be read")
        return " · " + text
    }

    private static func withoutAddress(_ count: Int) -> String {
        guard count > 0 else { return "" }
        let number = NumberFormats.current.whole(count)
        let text = localizedCount(
            count, "\(number) photo is not shown, because a folder in its name is called “.” or “..”",
            "\(number) photos are not shown, because a folder in their names is called “.” or “..”")
        return " · " + text
    }

    /// The message after a cancellation.
    static func stopped(at count: Int) -> String {
        let number = NumberFormats.current.whole(count)
        return localizedCount(
            count, "Loading stopped. This is the first photo.",
            "Loading stopped. These are the first \(number) photos.")
    }

    /// For a catalogue whose end only the closed connection marks.
    static let mayBeCutShort = localized(
        "The catalogue may be cut short: the server did not mark its end. Reload to try again.")

    /// For a catalogue whose server does not list photos beyond a certain number.
    static let isCutByServer = localized("There may be more photos, but the server does not list them")
}

struct LoadingCatalogue {
    /// With its place in the file system, once its share is mounted.
    var source: CatalogueSource
    /// Whether it is another version of the shown catalogue, which stays until the new one is complete.
    let isReload: Bool
    /// Whether it only checks what is shown: nobody has asked for it.
    var isCheck = false
    /// Whether its rows are on screen.
    var isShown = false
    /// The number of rows read.
    var rows = 0
    /// Delays the bar, which only long loads show.
    var barTimer: MainTimer?
}
