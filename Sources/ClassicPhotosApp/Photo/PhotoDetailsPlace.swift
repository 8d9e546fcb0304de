import GtkBridge

/// A photo with its details: at its side, or below it where there is no room for both side by side.
@MainActor
final class PhotoDetailsPlace {
    /// Less than the photo and the panel take at their least, in points.
    private static let leastWidth = 520.0
    /// The part of the height that the details take below the photo.
    private static let share = 0.45

    let widget: Box
    /// Called when the details move to another panel, which does not say anything yet.
    var moved: (@MainActor () -> Void)?
    private let flap: Flap
    private let beside = PhotoDetailsPanel()
    private var below: (sheet: Revealer, panel: PhotoDetailsPanel)?
    private var isNarrow = false
    private var height = 0.0

    /// `photo`, without details.
    init(photo: Widget) {
        flap = Flap(content: photo, panel: beside.widget)
        flap.expand(horizontally: true, vertically: true)
        widget = Box(.vertical, flap)
        widget.expand(horizontally: true, vertically: true)
        widget.onWidth { [weak self] in
            guard let self else { return }
            fit(width: widget.width, height: widget.height)
        }
    }

    var isShown = false {
        didSet { if isShown != oldValue { place() } }
    }

    /// The panel that is shown, or would be.
    var panel: PhotoDetailsPanel { isNarrow ? lower.panel : beside }

    static func isNarrow(_ width: Double) -> Bool { width < leastWidth }

    private func fit(width: Double, height: Double) {
        guard width > 0 else { return }
        self.height = height
        guard Self.isNarrow(width) != isNarrow else { return }
        isNarrow.toggle()
        guard isShown else { return }
        place()
        moved?()
    }

    private func place() {
        flap.isRevealed = isShown && !isNarrow
        if isShown && isNarrow || below != nil { lower.sheet.isRevealed = isShown && isNarrow }
    }

    private var lower: (sheet: Revealer, panel: PhotoDetailsPanel) {
        if let below { return below }
        let panel = PhotoDetailsPanel()
        panel.widget.setSizeRequest(width: -1, height: Int(Self.share * max(0, min(height, 16_383))))
        let sheet = Revealer(child: panel.widget)
        widget.append(sheet)
        below = (sheet, panel)
        return (sheet, panel)
    }
}
