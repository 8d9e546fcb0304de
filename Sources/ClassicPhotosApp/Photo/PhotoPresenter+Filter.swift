import PhotoCore

/// How the photo shown is changed for the eye: what whoever keeps it as it is seen has to do to it as well.
extension PhotoPresenter {
    /// The filter of the photo shown: its own, or its list's. None while the list is shown.
    var filterChoice: FilterChoice { record.map(list.filterChoice) ?? FilterChoice(.none) }

    /// How the person has turned the photo shown; comes after its own orientation.
    var shownTurn: ExifOrientation { isOpen ? page.canvas.turn : .topLeft }
}
