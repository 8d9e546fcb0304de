import GtkBridge

/// Chooses which of a header bar's buttons fit.
///
/// A window cannot become narrower than its widest header bar, including the desktop's buttons: as it shrinks, buttons
/// with an alternative elsewhere are hidden, and they return as it grows.
@MainActor
struct HeaderFit {
    let header: HeaderBar
    /// Hidden in this order if there is too little space; those of a step together, as they have one other place.
    let yielding: [[Widget]]
    /// The title's room beyond its minimum (three letters and the ellipsis), in points, at the usual size of text.
    /// Without spare room a window could not become narrower, either.
    var titleRoom = 76.0
    /// As much room makes way for the title if that is then whole; 0 if titles change too often for that.
    var longestTitleRoom = 0.0

    /// How many steps are hidden.
    var hiddenSteps: Int { yielding.count { step in step.contains { !$0.isVisible } } }

    /// Shows as many buttons as fit in a window of `width` points; returns whether that hides any.
    @discardableResult
    func fit(to width: Double) -> Bool {
        let before = hiddenSteps
        let all = yielding.reduce(0) { $0 + $1.count }
        let others = header.minimumWidth - Self.buttonWidth * Double(yielding.joined().count { $0.isVisible })
        let scale = max(1, min(Style.textScale, 4))
        let wish = longestTitleRoom > 0 ? header.titleWish : 0
        let room = Self.room(titleRoom * scale, wish: wish, most: longestTitleRoom * scale)
        let after = Self.steps(yielding.map(\.count), toFit: Self.count(of: all, in: width - others - room))
        let isNarrower = width < Self.tightWidth
        let becomesTighter = isNarrower && !header.hasClass(Self.tight)
        if isNarrower { header.addClass(Self.tight) } else { header.removeClass(Self.tight) }
        guard after != before else { return becomesTighter }
        for (index, step) in yielding.enumerated() { for button in step { button.isVisible = index >= after } }
        return after > before || becomesTighter
    }

    /// Whether the window has a phone's width.
    var isTight: Bool { header.hasClass(Self.tight) }

    /// A header bar whose gaps yield as well: of a phone's width.
    private static let tight = "tight"
    private static let tightWidth = 400.0

    /// The room for a title that takes `wish` points to be whole: that much, if it is at most `most`, because what is
    /// cut off in any case needs no more than `usual`. A short title has that, too: for what is said below it.
    static func room(_ usual: Double, wish: Double, most: Double) -> Double { wish <= most ? max(usual, wish) : usual }

    /// How many of `count` buttons fit into `room` points.
    static func count(of count: Int, in room: Double) -> Int {
        let free = room / buttonWidth
        return free >= Double(count) ? count : max(0, Int(max(0, free)))
    }

    /// How many of the first steps are hidden where `count` buttons fit; `sizes` are the numbers of their buttons.
    static func steps(_ sizes: [Int], toFit count: Int) -> Int {
        var shown = sizes.reduce(0, +)
        for (index, size) in sizes.enumerated() {
            if shown <= count { return index }
            shown -= size
        }
        return sizes.count
    }

    /// The width of a button with its gap in a header bar, in points, from libadwaita.
    static let buttonWidth = 40.0
}
