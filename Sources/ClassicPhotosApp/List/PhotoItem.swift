import GtkBridge
import PhotoCore

/// What shows one photo: a row of the list, or a cell of the grid.
@MainActor
protocol PhotoItem: ListRow {
    /// What is shown; nil between two bindings.
    var record: PhotoRecord? { get }
    /// The list's own widget around it, which screen readers see; nil between two bindings.
    var item: Widget? { get }
    /// Where what is seen of it is, in points of `list`.
    func frame(in list: Widget) -> Frame?
    /// Where its picture is, in points of `other`.
    func pictureFrame(in other: Widget) -> Frame?
}

extension PhotoItem {
    /// The list's widget, or its own while it has none.
    var outer: Widget { item ?? widget }

    /// Whether it has the keyboard.
    var hasFocus: Bool { outer.hasFocus }

    /// Gives it the keyboard.
    func grabFocus() { outer.grabFocus() }

    /// The height in points it takes at the given width, margins included.
    func height(forWidth width: Double) -> Double { outer.minimumHeight(forWidth: width) }
}

extension PhotoRecord.State {
    /// Whether the photo is seen, but not its filtered form.
    var isDownloaded: Bool {
        if case .downloaded = self { true } else { false }
    }

    /// Whether the photo can't be had.
    var isFailed: Bool {
        if case .failed = self { true } else { false }
    }

    /// What is to be seen of the photo.
    var pixels: PixelBuffer? {
        switch self {
        case .downloaded(let pixels), .filtered(let pixels): pixels
        case .new, .downloading, .failed: nil
        }
    }
}

extension Texture {
    /// A picture as it can be shown; nil for one without pixels.
    convenience init?(_ pixels: PixelBuffer) {
        guard pixels.width > 0, pixels.height > 0 else { return nil }
        self.init(
            width: pixels.width, height: pixels.height, bytesPerRow: pixels.bytesPerRow, rgba: pixels.bytes)
    }
}
