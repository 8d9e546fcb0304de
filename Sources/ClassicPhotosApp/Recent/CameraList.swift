import GtkBridge
import PhotoCore

/// The list of cameras and memory cards that are plugged in; each opens with a click.
@MainActor
final class CameraList {
    let widget = PreferencesGroup(localized("Cameras"))
    var onOpen: (@MainActor (CatalogueSource) -> Void)?
    private var rows: [(camera: CameraVolume, row: ListedRow)] = []

    private static let iconSide = 24

    init() { widget.isVisible = false }

    /// Shows these, in this order.
    func show(_ cameras: [CameraVolume]) {
        guard cameras != rows.map(\.camera) else { return }
        for row in rows { widget.remove(row.row) }
        rows = cameras.map { ($0, makeRow($0)) }
        for row in rows { widget.append(row.row) }
        widget.isVisible = !rows.isEmpty
    }

    private func makeRow(_ camera: CameraVolume) -> ListedRow {
        let icon = Image(side: Self.iconSide)
        icon.setIcon("camera-photo-symbolic")
        icon.setAccessibleHidden(true)
        let row = ListedRow(
            localized("Open “\(camera.name)”"), subtitle: localized("Its photos, in all folders"), prefix: icon,
            suffixes: [])
        row.setMargins(vertical: 0, horizontal: 0)
        row.onActivated { [weak self] in self?.onOpen?(CatalogueSource(chosen: camera.url)) }
        return row
    }
}
