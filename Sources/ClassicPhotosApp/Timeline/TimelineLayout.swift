import GLibBridge
import GtkBridge
import PhotoCore

/// Photos by their dates: months and days with headings, lines justified by the photos' ratios, and a scrubber at
/// the side. Only rows on screen and a screen around it have widgets.
@MainActor
final class TimelineLayout: PhotoLayout, TimelineFilling {
    let area = PlacedItems()
    let cells: TimelineCells
    let inset = 0.0
    private let headings: TimelineHeadings
    private let scrubber: TimelineScrubber
    private var input: TimelineInput?
    private(set) var geometry: TimelineGeometry
    /// The months that are to be shown as soon as all of their rows are there.
    private var sections = TimelineSections()
    private var records: PhotoListModel?
    private(set) var selection: RowSelection?
    /// The row that has the keyboard, or had it last.
    private var lastRow = 0
    /// The height of the visible part, in points.
    private(set) var page = 0.0
    private var more: FrameRequest?
    private var first: FrameRequest?
    private var updateSoon: MainTimer?
    /// The rows on screen at the last look.
    private var bound = 0..<0
    /// Called when other rows are on screen.
    var laidOut: (@MainActor () -> Void)?
    /// Called before the scrubber scrolls.
    var dragged: (@MainActor () -> Void)?
    /// Called with a scroll position that is wanted.
    var scroll: (@MainActor (Double) -> Void)?

    /// How many cells beyond the screen are made in a frame: each takes a third of a millisecond.
    private static let cellsAtOnce = 6

    /// The side of the grid's pictures, in points, which the lines' height follows.
    var gridSide: Int { didSet { if gridSide != oldValue { area.queueLayout() } } }
    /// Whether photos are squares.
    var isSquare: Bool { didSet { if isSquare != oldValue { area.queueLayout() } } }

    /// An empty timeline.
    init(gridSide: Int, isSquare: Bool) {
        (self.gridSide, self.isSquare) = (gridSide, isSquare)
        scrubber = TimelineScrubber(in: area)
        cells = TimelineCells(in: area, below: scrubber.track)
        headings = TimelineHeadings(in: area, below: scrubber.track)
        geometry = TimelineGeometry(style: TimelineStyle(width: 0, lineHeight: 0))
        area.addClass("photo-timeline")
        area.setAccessibleLabel(localized("Photos"))
        scrubber.onDragged = { [weak self] position in
            self?.dragged?()
            self?.scroll?(position)
            self?.update()
        }
        scrubber.onDragEnded = { [weak self] in self?.update() }
        area.onLayout = { [weak self] in self?.layOut(width: $0, height: $1) }
        area.onScrolled = { [weak self] in self?.update() }
        area.onRowsChanged = { [weak self] in self?.rowsChanged() }
        area.onSelectionChanged = { [weak self] in
            if let self, let selection { cells.selectionChanged(selection) }
        }
        area.onReveal = { [weak self] in self?.reveal($0) }
        area.onEntered = { [weak self] in self?.enter() ?? false }
        more = FrameRequest(of: area, .painted) { [weak self] in self?.update() }
        first = FrameRequest(of: area, .laidOut) { [weak self] in self?.update() }
        input = TimelineInput(of: self)
    }

    /// Shows the rows of `records`, with this selection.
    func use(_ records: PhotoListModel, _ selection: RowSelection) {
        (self.records, self.selection) = (records, selection)
    }

    // MARK: - PhotoLayout

    var items: ItemsView { area }
    var factory: any BoundItems { cells }
    /// The height of a line, mostly.
    var lineHeight: Double { (1.15 * Double(gridSide)).rounded() }
    /// Lines may be half as high again; few are.
    var pictureSide: Int { Int(1.2 * lineHeight) }
    var isEven: Bool { false }

    func columns(forWidth width: Double) -> Int { 1 }
    func fit(width: Double) -> Bool { false }

    /// All rows at once: only those on screen cost anything.
    func portions(forWidth width: Double, height: Double) -> RowFeed.Portions {
        RowFeed.Portions(columns: 1, first: 1, each: 1, screenful: 1, costly: 0)
    }

    func shape(ofRow row: Int) -> TimelineRatio { isSquare ? .square : geometry.sections.ratio(ofRow: row) }

    // MARK: - What is shown

    /// The months of the rows that the model is about to have, or has already.
    func show(_ sections: TimelineSections) {
        self.sections = sections
        if records?.count == sections.rowCount { rowsChanged() }
    }

    private func rowsChanged() {
        guard let records else { return }
        let isWhole = area.hasModel && records.count == sections.rowCount && records.heldBackCount == 0
        geometry = TimelineGeometry(isWhole ? sections : TimelineSections(), style: geometry.style)
        scrubber.geometryChanged()
        input?.reset()
        lastRow = min(lastRow, max(0, geometry.rowCount - 1))
        area.configure(position: area.position, length: geometry.length, page: page, width: geometry.style.width)
        // Otherwise other rows follow at once, among them perhaps the same.
        bound = 0..<0
        if isWhole {
            cells.release(unlessShownBy: records)
            // The first cells of all take longer than the main loop may be held between frames.
            if cells.isEmpty { first?.request() } else { update() }
        } else if !area.hasModel {
            cells.releaseAll()
        }
        area.queueLayout()
    }

    private func style(width: Double) -> TimelineStyle {
        let isLarge = Style.textScale >= Style.largeText
        return TimelineStyle(
            width: width, lineHeight: lineHeight, gap: 4, leading: 12, trailing: TimelineScrubber.width,
            monthHeading: isLarge ? 80 : 56, dayHeading: isLarge ? 48 : 34, dayEnd: 14, isSquare: isSquare,
            isRightToLeft: area.isRightToLeft)
    }

    private func layOut(width: Double, height: Double) {
        var position = area.position
        let style = style(width: width)
        let isResized = style != geometry.style || page != height
        page = height
        if style != geometry.style { position = restyle(style, position) }
        settle(&position)
        area.configure(position: position, length: geometry.length, page: height, width: width)
        position = area.position
        cells.place { row in frame(geometry.frame(of: row), position) }
        headings.place { frame($0, position) }
        scrubber.place(position: position, width: width, height: height, isRightToLeft: style.isRightToLeft)
        // New widgets need a layout of their own.
        if isResized { updateSoon = MainTimer(after: 0) { [weak self] in self?.update() } }
    }

    /// Shows what belongs on screen now, in the next layout.
    private func update() {
        updateSoon = nil
        guard page > 0 else { return }
        var position = area.position
        if settle(&position) {
            area.configure(position: position, length: geometry.length, page: page, width: geometry.style.width)
            position = area.position
        }
        bind()
        headings.show(geometry.headings(from: position, to: position + page))
        scrubber.update(geometry, height: page)
        area.queueLayout()
    }

    private func restyle(_ style: TimelineStyle, _ position: Double) -> Double {
        let anchor = position > 0 ? geometry.anchor(at: position) : nil
        geometry = TimelineGeometry(geometry.sections, style: style)
        scrubber.geometryChanged()
        guard let anchor else { return 0 }
        geometry.settle(row: anchor.row)
        return geometry.position(of: anchor)
    }

    /// Lays out the months on screen and around it exactly. What is at the top stays there.
    @discardableResult
    private func settle(_ position: inout Double) -> Bool {
        let anchor = geometry.anchor(at: position)
        let isAtEnd = isAtEnd(position)
        guard geometry.settle(from: position - page, to: position + 2 * page) else { return false }
        scrubber.geometryChanged()
        move(&position, with: anchor, isAtEnd)
        return true
    }

    /// Whether the last photos are on screen: they stay there, whatever becomes known above them.
    private func isAtEnd(_ position: Double) -> Bool {
        position > 0 && position + page >= geometry.length - Self.margin
    }

    /// More than the space below the last line, in points: a key ends at the line itself.
    private static let margin = 24.0

    /// The position of what the eye is on, after a change of the geometry.
    private func move(_ position: inout Double, with anchor: TimelineGeometry.Anchor, _ isAtEnd: Bool) {
        if isAtEnd {
            position = max(0, geometry.length - page)
        } else if position > 0 {
            position = geometry.position(of: anchor)
        }
    }

    /// In points of the visible part. What has the keyboard may be far away from it.
    private func frame(_ frame: TimelineFrame, _ position: Double) -> Frame {
        Frame(x: frame.x, y: max(-20_000, min(frame.y - position, 20_000)), width: frame.width, height: frame.height)
    }

    /// Gives the rows on screen their cells, and soon those around it.
    private func bind() {
        guard let records, let selection, page > 0 else { return }
        guard geometry.rowCount > 0 else { return cells.releaseAll() }
        let position = area.position
        let needed = geometry.rows(from: position, to: position + page)
        let before = geometry.rows(from: position - page, to: position)
        let after = geometry.rows(from: position + page, to: position + 2 * page)
        let around =
            min(needed.lowerBound, before.isEmpty ? .max : before.lowerBound)..<max(needed.upperBound, after.upperBound)
        // Its photos are loaded at rest.
        if needed != bound {
            bound = needed
            laidOut?()
        }
        let isMissing = cells.show(around, needed: needed, most: Self.cellsAtOnce, of: records, selection)
        if isMissing { more?.request() }
    }

    // MARK: - Months that become known

    func fill(_ section: Int, with content: TimelineSections.Content) {
        guard geometry.sections.sections.indices.contains(section) else { return }
        sections.fill(section, with: content)
        guard geometry.sections.rows(of: section).count == content.ratios.count else { return }
        var position = area.position
        let (anchor, isAtEnd) = (geometry.anchor(at: position), isAtEnd(position))
        geometry.fill(section, with: content)
        scrubber.geometryChanged()
        move(&position, with: anchor, isAtEnd)
        area.configure(position: position, length: geometry.length, page: page, width: geometry.style.width)
        cells.prepareAgain()
        update()
    }

    // MARK: - Rows

    /// The row at a point of the visible part.
    func row(atX x: Double, y: Double) -> Int? { geometry.row(atX: x, y: y + area.position) }

    /// The row from which keys move.
    var currentRow: Int { cells.focusedRow ?? min(lastRow, max(0, geometry.rowCount - 1)) }

    /// Gives a row the keyboard, and brings it onto the screen if that `scrolls`.
    func focus(_ row: Int, scrolls: Bool) {
        guard let records, let selection else { return }
        lastRow = row
        if scrolls { reveal(row) }
        cells.focus(row, of: records, selection)
        area.queueLayout()
    }

    /// The keyboard is elsewhere in the window: in a row that got it from a button, or from the list.
    func focusChanged() { if let row = cells.focusedRow { lastRow = row } }

    /// Scrolls minimally to show the row, with its heading where it is the first below one.
    private func reveal(_ row: Int) {
        guard row < geometry.rowCount, page > 0 else { return }
        let (position, length) = (area.position, geometry.length)
        geometry.settle(row: row)
        // Scrolled to is only what is within the length that is known.
        if geometry.length != length {
            scrubber.geometryChanged()
            area.configure(position: position, length: geometry.length, page: page, width: geometry.style.width)
        }
        let frame = geometry.frame(of: row)
        let top = geometry.position(revealing: row)
        if top < position {
            scroll?(max(0, top - 4))
        } else if frame.bottom > position + page {
            scroll?(min(frame.bottom + 8 - page, top))
        }
    }

    private func enter() -> Bool {
        guard geometry.rowCount > 0 else { return false }
        let shown = geometry.rows(from: area.position, to: area.position + page)
        // Where a button of a row has the keyboard, the row gets it.
        let row = cells.focusedRow ?? (shown.contains(lastRow) ? lastRow : shown.lowerBound)
        focus(max(0, min(row, geometry.rowCount - 1)), scrolls: false)
        return true
    }
}
