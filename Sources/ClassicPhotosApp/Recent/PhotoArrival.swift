import GLibBridge

/// Opens a photo as soon as the list that is being opened has it.
@MainActor
final class PhotoArrival {
    private var isExpected = false
    /// Opens the photo of an entry, and returns whether the list has it.
    private var open: (@MainActor () -> Bool)?
    private var timer: MainTimer?

    /// Another list is about to be opened, in which a photo is expected or not.
    func expects(_ isExpected: Bool) {
        self.isExpected = isExpected
        open = nil
        timer = nil
    }

    /// The list is about to stand at `entry`, if it has the photo: `open` opens it, in another turn of the main loop.
    /// It returns false if the rows do not have it yet. Returns whether it will be called.
    func arrives(at entry: Int?, open: @escaping @MainActor (Int) -> Bool) -> Bool {
        guard isExpected else { return false }
        expects(false)
        guard let entry else { return false }
        self.open = { open(entry) }
        rowsChanged()
        return true
    }

    /// The list has other rows, in which the photo may be: a sorted list gets them later.
    func rowsChanged() {
        guard open != nil, timer == nil else { return }
        timer = MainTimer(after: 0) { [weak self] in
            guard let self, let open else { return }
            timer = nil
            if open() { self.open = nil }
        }
    }
}
