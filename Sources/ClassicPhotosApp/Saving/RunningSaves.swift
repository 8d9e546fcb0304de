import GtkBridge
import PhotoCore

/// The photos being saved or exported for one window, each batch with its own bar.
@MainActor
final class RunningSaves {
    private let place: Box
    private var running: [ObjectIdentifier: (keeping: PhotoSaving, bar: SavingBar)] = [:]

    /// No batches; appends bars to `place`.
    init(in place: Box) { self.place = place }

    /// Begins a batch, and shows its progress until it has `ended`.
    func start(_ keeping: PhotoSaving, ended: @escaping @MainActor (SaveOutcome) -> Void) {
        let id = ObjectIdentifier(keeping)
        let bar = SavingBar(cancelLabel: SavingText.cancel(keeping.kind)) { [weak keeping] in keeping?.cancel() }
        running[id] = (keeping, bar)
        place.append(bar.widget)
        keeping.start { [weak keeping, weak bar] in
            guard let keeping, let bar else { return }
            bar.show(
                SavingText.progress(keeping.kind, keeping.progress, name: keeping.currentName),
                keeping.progress.fraction)
        } ended: { [weak self] outcome in
            if let self, let ended = running.removeValue(forKey: id) { place.remove(ended.bar.widget) }
            ended(outcome)
        }
    }

    /// Cancels everything silently.
    func cancelAll() {
        for each in running.values { each.keeping.cancel() }
    }
}
