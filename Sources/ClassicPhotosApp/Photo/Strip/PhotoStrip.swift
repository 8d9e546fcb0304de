import Foundation
import GLibBridge
import GtkBridge
import PhotoCore

/// The photos before and after the one on the page, side by side; that one is marked. Only photos on screen have
/// widgets. Its rows are the list's without the folders.
@MainActor
final class PhotoStrip {
    let widget: ScrolledWindow
    let position: Adjustment
    /// Called with the photo that the person chooses.
    var onChosen: (@MainActor (PhotoRecord) -> Void)?
    /// Called when other photos may be on screen.
    var laidOut: (@MainActor () -> Void)?

    private let places = Places()
    private let list: PhotoListView
    private var items: [Int: StripItem] = [:]
    private var spare: [StripItem] = []
    private var current: PhotoRecord?
    private var isCentering = false
    private var length = 0
    private var layout: FrameRequest?
    /// Beyond each edge, so that a slow movement shows no gaps.
    private static let margin = 1

    init(of list: PhotoListView) {
        self.list = list
        widget = ScrolledWindow(strip: places)
        position = widget.horizontalAdjustment
        widget.expand(horizontally: true)
        places.setSizeRequest(width: 0, height: StripItem.side)
        places.setAccessibleLabel(localized("Thumbnails"))
        places.onKey { [weak self] in self?.pressed($0) ?? false }
        layout = FrameRequest(of: widget, .laidOut) { [weak self] in self?.layOut() }
        widget.onWidth { [weak self] in self?.center() }
    }

    private var records: PhotoListModel { list.records }

    private var geometry: StripGeometry {
        StripGeometry(
            pitch: StripItem.side, count: records.photoCount, width: widget.width, isRightToLeft: widget.isRightToLeft)
    }

    // MARK: - What is shown

    /// Marks `record`, and brings it into the middle; nil releases all photos.
    func show(_ record: PhotoRecord?) {
        let hadFocus = places.hasFocus
        current = record
        guard let record else {
            for item in items.values { retire(item) }
            items = [:]
            return
        }
        center()
        // The focus follows at once: keys may follow before the next layout.
        if hadFocus, let row = records.photoNumber(of: record) {
            let item = place(row)
            item.mark(true)
            item.button.grabFocus()
            for (other, item) in items where other != row { item.mark(false) }
        }
    }

    private var row: Int? { current.flatMap(records.photoNumber) }

    private func center() {
        isCentering = true
        update()
    }

    /// Other photos may be in the list, or on screen.
    func update() { if widget.isMapped { layout?.request() } }

    private func layOut() {
        guard widget.isMapped, current != nil else { return }
        let geometry = geometry
        if geometry.length != length {
            length = geometry.length
            places.setSizeRequest(width: length, height: StripItem.side)
            isCentering = true
            // The position has its range after the next layout.
            layout?.request()
            return
        }
        if isCentering, let row {
            isCentering = false
            position.value = geometry.position(centering: row)
        }
        let rows = geometry.rows(at: position.value, margin: Self.margin)
        let marked = row
        for (row, item) in items where !rows.contains(row) && row != marked {
            retire(item)
            items[row] = nil
        }
        for row in rows { place(row) }
        if let marked { place(marked) }
        for (row, item) in items { item.mark(row == marked) }
        laidOut?()
    }

    @discardableResult
    private func place(_ row: Int) -> StripItem {
        let item = items[row] ?? spare.popLast() ?? make()
        items[row] = item
        item.show(records.photo(at: row), at: row, of: records.photoCount)
        let x = geometry.x(of: row)
        // Otherwise GTK would measure the window again at each step of a scroll.
        if item.x != x { places.move(item.button, x: x) }
        item.x = x
        return item
    }

    private func make() -> StripItem {
        let filters = list.filters
        let item = StripItem(
            with: items.values.first ?? spare.first,
            filterName: { [weak filters] in filters?.choice(of: $0).displayName ?? "" },
            pressed: { [weak self] in self?.onChosen?($0) })
        places.put(item.button, x: 0)
        return item
    }

    private func retire(_ item: StripItem) {
        item.mark(false)
        item.show(nil)
        spare.append(item)
    }

    // MARK: - Photos

    /// The photos on screen, from the reader's side on.
    var photos: [PhotoLoader.OnScreen] {
        guard widget.isMapped, current != nil else { return [] }
        let geometry = geometry
        let rows = geometry.rows(at: position.value)
        let middle = Double(rows.lowerBound + rows.upperBound - 1) / 2
        return rows.compactMap { row in
            items[row]?.record.map { .init($0, distance: abs(Double(row) - middle)) }
        }
    }

    /// The photos of the next screen in the direction of a movement.
    func photosAhead(_ direction: Travel.Direction?) -> [PhotoLoader.OnScreen] {
        let rows = geometry.rows(at: position.value)
        guard let direction, !rows.isEmpty else { return [] }
        let isOn = (direction == .down) != widget.isRightToLeft
        return (0..<rows.count).compactMap { away in
            records.photo(at: isOn ? rows.upperBound + away : rows.lowerBound - 1 - away)
                .map { .init($0, distance: Double(away)) }
        }
    }

    // MARK: - Keys

    private func pressed(_ key: KeyPress) -> Bool {
        guard let row else { return false }
        let next = StripKeys.target(
            of: key.plainName ?? "", from: row, of: records.photoCount, isRightToLeft: widget.isRightToLeft)
        guard let next else { return false }
        if next != row, let record = records.photo(at: next) { onChosen?(record) }
        return true
    }
}
