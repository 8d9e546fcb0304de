import GtkBridge
import PhotoCore

/// One photo of the strip: a cell of the grid without its name, to be pressed.
@MainActor
final class StripItem {
    /// The width and height of its place, in points: see ``Places`` about multiples of 64.
    static let side = 64
    /// The side of the picture in it.
    private static let pictureSide = 56

    let button: ChoiceButton
    /// Its left edge, in points of the strip.
    var x = 0
    private let cell: PhotoCell
    /// What its cell says of its place.
    private var place: (number: Int, count: Int)?

    /// An item in the group of `other`; `pressed` is called with its photo.
    init(
        with other: StripItem?, filterName: @escaping @MainActor (PhotoRecord) -> String,
        pressed: @escaping @MainActor (PhotoRecord) -> Void
    ) {
        cell = PhotoCell(
            side: Self.pictureSide,
            PhotoBinding(filterName: filterName, onSettled: { _ in }, onRetry: { _ in }), isPictureOnly: true)
        button = ChoiceButton(content: cell.widget, label: "", with: other?.button)
        button.addClass("flat", "photo-strip-item")
        button.setSizeRequest(width: Self.side, height: Self.side)
        button.onChosen { [weak cell] in if let record = cell?.record { pressed(record) } }
    }

    var record: PhotoRecord? { cell.record }

    /// Shows `record`, or nothing: the `number`th of `count` photos, from 0.
    func show(_ record: PhotoRecord?, at number: Int = 0, of count: Int = 0) {
        if record !== cell.record {
            if cell.record != nil { cell.unbind() }
            if let record {
                cell.bind(record, item: button)
                cell.show()
            }
            button.isVisible = record != nil
            place = nil
        }
        guard record != nil, place ?? (-1, 0) != (number, count) else { return }
        place = (number, count)
        cell.placed(at: number, of: count)
    }

    /// Marks it as the photo of the page, the only one that Tab leads to.
    func mark(_ isCurrent: Bool) {
        if isCurrent { button.choose() } else { button.unchoose() }
        button.setFocusable(isCurrent)
    }
}
