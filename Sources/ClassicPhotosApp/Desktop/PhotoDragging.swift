import Foundation
import GtkBridge
import PhotoCore

/// Drags photos to other programs.
@MainActor
final class PhotoDragging {
    private let list: PhotoListView
    private let photos: PhotoPresenter
    private let toasts: ToastOverlay

    /// Longer lists of addresses would take other programs too long.
    private static let mostDragged = 10_000

    init(from list: PhotoListView, and photos: PhotoPresenter, _ toasts: ToastOverlay) {
        self.list = list
        self.photos = photos
        self.toasts = toasts
        list.list.onDragOut { [weak self] x, y in self?.dragged(atX: x, y: y) }
    }

    func add(to page: PhotoPage) { page.canvas.widget.onDragOut { [weak self] _, _ in self?.draggedPage() } }

    /// The selection, if it contains the photo at this place; otherwise that photo alone. Says how many are left out.
    private func dragged(atX x: Double, y: Double) -> DraggedContent? {
        guard let record = list.visible.photo(atX: x, y: y), let target = PhotoTarget(record) else { return nil }
        var targets = [target]
        if let row = list.records.row(of: record), list.selection.isSelected(row), let catalogue = list.catalogue {
            guard list.selection.count <= Self.mostDragged else { return nil }
            let entries = list.selection.shownEntries
            targets = PhotoTarget.targets(of: entries, in: catalogue)
            let unreadCount = catalogue.unreadCount(of: entries)
            if unreadCount > 0 { toasts.say(FindingText.leftOut(unreadCount)) }
        }
        return (ExchangedContent(addresses: targets.map(\.addressToPassOn)), icon(of: record))
    }

    private func icon(of record: PhotoRecord) -> Texture? {
        list.pictures.picture(of: record).flatMap { PhotoPlane.make($0) }.map { Texture($0) }
    }

    /// The photo on its page, unless dragging moves it.
    private func draggedPage() -> DraggedContent? {
        guard let record = photos.record, let target = PhotoTarget(record),
            !photos.page.canvas.viewport.canPan
        else { return nil }
        let canvas = photos.page.canvas
        let content = ExchangedContent(
            addresses: [target.addressToPassOn], picture: picture(on: canvas))
        return (content, icon(of: canvas) ?? icon(of: record))
    }

    /// Rotating more pixels would delay the drag: a larger photo is dragged less sharply as a picture, and in full as a
    /// file.
    private static let mostTurnedPixels = 4_000_000

    /// The sharpest picture available at once.
    private func picture(on canvas: PhotoCanvas) -> Texture? {
        for (_, layer) in canvas.content.layers.sorted(by: { $0.key < $1.key }) {
            let turn = layer.orientation.followed(by: canvas.turn)
            let pixels = layer.plane.size.width * layer.plane.size.height
            guard turn == .topLeft || pixels <= Self.mostTurnedPixels else { continue }
            return layer.plane.turned(by: turn).map { Texture($0) }
        }
        return nil
    }

    /// The longer side in points: recognisable, and not in the way.
    private static let iconSide = 128.0

    private func icon(of canvas: PhotoCanvas) -> Texture? {
        guard let layer = canvas.content.layers.max(by: { $0.key < $1.key })?.value else { return nil }
        let photo = canvas.viewport.photo
        let scale = min(1, Self.iconSide / max(photo.width, photo.height))
        let view = CGSize(
            width: max(1, (photo.width * scale).rounded()), height: max(1, (photo.height * scale).rounded()))
        let viewport = PhotoViewport(photo: photo, view: view, density: 1)
        let frame = FrameSampler(viewport, turn: canvas.turn, board: canvas.painter.board).frame(of: layer)
        return frame.map { Texture(width: $0.size.width, height: $0.size.height, bgra: $0.bytes) }
    }
}
