import GtkBridge
import PhotoCore

/// The photos that are being saved or exported for one window, each lot with a bar of its own.
@MainActor
final class RunningSaves {
    private let place: Box
    private var running: [ObjectIdentifier: (keeping: PhotoSaving, bar: SavingBar)] = [:]

    /// None yet; bars come at the end of `place`.
    init(in place: Box) { self.place = place }

    /// Begins, and shows how far it is until it has `ended`.
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

    /// Gives everything up, and says nothing.
    func cancelAll() {
        for each in running.values { each.keeping.cancel() }
    }
}
