import GtkBridge
import PhotoCore

/// The photos being saved or exported for one window, each batch with its own bar.
@MainActor
final class RunningSaves {
    private let place: Box
    private let leaves: @MainActor () -> Void
    private var running: [ObjectIdentifier: (keeping: PhotoSaving, bar: SavingBar)] = [:]

    /// No batches; appends bars to `place`. Calls `leaves` before a bar goes that has the keyboard focus.
    init(in place: Box, leaves: @escaping @MainActor () -> Void) {
        self.place = place
        self.leaves = leaves
    }

    /// Begins a batch, and shows its progress until it has `ended`.
    func start(_ keeping: PhotoSaving, ended: @escaping @MainActor (SaveOutcome) -> Void) {
        let id = ObjectIdentifier(keeping)
        let bar = SavingBar(cancelLabel: SavingText.cancel(keeping.kind)) { [weak keeping] in keeping?.cancel() }
        running[id] = (keeping, bar)
        place.append(bar.widget)
        keeping.start { [weak keeping, weak bar] in
            guard let keeping, let bar else { return }
            let text =
                keeping.isReading
                ? SavingText.reading
                : SavingText.progress(keeping.kind, keeping.progress, name: keeping.currentName)
            bar.show(text, keeping.progress.fraction)
        } ended: { [weak self] outcome in
            self?.remove(id)
            ended(outcome)
        }
    }

    private func remove(_ id: ObjectIdentifier) {
        guard let ended = running.removeValue(forKey: id) else { return }
        // GTK would move the focus on, to the other end of the window.
        if ended.bar.widget.hasFocus { leaves() }
        place.remove(ended.bar.widget)
    }

    /// Cancels everything silently.
    func cancelAll() {
        for each in running.values { each.keeping.cancel() }
    }
}
