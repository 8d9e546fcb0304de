import Foundation
import GtkBridge
import PhotoCore

/// A thin bar above the list while a catalogue is read: how far it is, how many photos so far, and Cancel.
@MainActor
final class LoadingBar {
    let widget: Widget
    private let bar = ProgressBar()
    private let text = Label()
    private let box = Box(.vertical)

    /// `cancelled` is told when Cancel is pressed.
    init(cancelled: @escaping @MainActor () -> Void) {
        let cancel = Button("_Cancel")
        cancel.addClass("flat")
        cancel.onClicked(cancelled)
        cancel.setAccessibleLabel("Cancel loading")
        text.addClass("caption")
        text.addClass("numeric")
        text.expand(horizontally: true)
        bar.addClass("osd")
        bar.setAccessibleLabel("Loading the catalogue")
        let row = Box(.horizontal, spacing: 12)
        row.setMargins(vertical: 0, horizontal: 12)
        row.append(text)
        row.append(cancel)
        box.append(bar)
        box.append(row)
        box.isVisible = false
        widget = box
        show(CatalogueProgress())
    }

    var isShown: Bool {
        get { box.isVisible }
        set { if newValue != box.isVisible { box.isVisible = newValue } }
    }

    func show(_ progress: CatalogueProgress) {
        if let fraction = progress.bytes?.fraction { bar.fraction = fraction } else { bar.pulse() }
        text.text = LoadingText.soFar(progress.rows)
    }
}

/// What is said of a catalogue that is being read, or was not read to its end.
@MainActor
enum LoadingText {
    /// Kept, for making one takes a millisecond.
    private static let numbers: NumberFormatter = {
        let formatter = NumberFormatter()
        formatter.numberStyle = .decimal
        return formatter
    }()

    /// "1,234 photos so far".
    static func soFar(_ count: Int) -> String { count == 0 ? "No photos so far" : "\(photos(count)) so far" }

    /// "1,234 photos", as the person's language writes numbers.
    static func photos(_ count: Int) -> String {
        count == 1 ? "1 photo" : "\(numbers.string(from: NSNumber(value: count)) ?? "\(count)") photos"
    }

    /// What the person who cancelled is told.
    static func stopped(at count: Int) -> String { "Stopped. These are the first \(photos(count))." }
}
