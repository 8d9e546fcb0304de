import GtkBridge
import PhotoCore

/// How the photo shown is changed for the eye: what whoever keeps it as it is seen has to do to it as well.
extension PhotoPresenter {
    /// The filter of the photo shown: its own, or its list's. None while the list is shown.
    var filterChoice: FilterChoice { record.map(list.filters.choice) ?? FilterChoice(.none) }

    /// How the person has turned the photo shown; comes after its own orientation.
    var shownTurn: ExifOrientation { isOpen ? page.canvas.turn : .topLeft }

    func makeFilters(_ page: PhotoPage) -> PhotoFilterControl {
        let filters = PhotoFilterControl(page, list: list, mainContext: services.mainContext)
        filters.onBarClosed = { [weak self] in self?.commands[.filters]?.isOn = false }
        filters.onHold = { [weak self] in self?.commands[.showOriginal]?.isOn = $0 }
        originalKey.onHold = { [weak self] in self?.commands[.showOriginal]?.isOn = $0 }
        page.widget.onKeyReleased { [weak self] in self?.originalKey.released($0) }
        for change in ["is-active", "focus-widget"] {
            window.onNotify(change) { [weak self, weak page] in
                guard let self, !window.isActive || page?.widget.hasFocus != true else { return }
                originalKey.end()
            }
        }
        return filters
    }

    /// Has every photo of the list filtered as the one shown is.
    func applyFilterToAll() { if isOpen { onFilterAll?(filterChoice) } }
}
