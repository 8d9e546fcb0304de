import GtkBridge
import PhotoCore

/// What is being saved, exported or copied for one window, each batch with its own bar.
@MainActor
final class RunningSaves {
    private let place: Box
    private let leaves: @MainActor () -> Void
    /// Their `cancel` retains them.
    private var running: [ObjectIdentifier: (cancel: @MainActor () -> Void, bar: SavingBar)] = [:]

    /// No batches; appends bars to `place`. Calls `leaves` before a bar goes that has the keyboard focus.
    init(in place: Box, leaves: @escaping @MainActor () -> Void) {
        self.place = place
        self.leaves = leaves
    }

    /// Begins a batch of photos, and shows its progress until it has `ended`.
    func start(_ keeping: PhotoSaving, ended: @escaping @MainActor (SaveOutcome) -> Void) {
        let id = ObjectIdentifier(keeping)
        let bar = addBar(id, SavingText.cancel(keeping.kind)) { keeping.cancel() }
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

    /// Begins to save a catalogue as a file of this name, likewise.
    func start(
        _ saving: CatalogueSaving, name: String,
        ended: @escaping @MainActor @Sendable (Result<SaveOutcome, SaveFailure>) -> Void
    ) {
        let id = ObjectIdentifier(saving)
        let bar = addBar(id, SavingText.cancel(.original)) { saving.cancel() }
        saving.start { [weak saving, weak bar] in
            guard let saving, let bar else { return }
            bar.show(saving.isReading ? SavingText.reading : SavingText.saving(name), saving.fraction)
        } ended: { [weak self] result in
            self?.remove(id)
            ended(result)
        }
    }

    /// Begins to copy text, likewise.
    func start(
        _ copying: TextCopying, ended: @escaping @MainActor @Sendable (_ utf8: [UInt8], SaveOutcome) -> Void
    ) {
        let id = ObjectIdentifier(copying)
        let bar = addBar(id, SavingText.cancelCopying) { copying.cancel() }
        copying.start { [weak copying, weak bar] in
            if let copying, let bar { bar.show(SavingText.reading, copying.fraction) }
        } ended: { [weak self] text, outcome in
            self?.remove(id)
            ended(text, outcome)
        }
    }

    private func addBar(
        _ id: ObjectIdentifier, _ cancelLabel: String, cancel: @escaping @MainActor () -> Void
    ) -> SavingBar {
        let bar = SavingBar(cancelLabel: cancelLabel) { [weak self] in self?.running[id]?.cancel() }
        running[id] = (cancel, bar)
        place.append(bar.widget)
        return bar
    }

    private func remove(_ id: ObjectIdentifier) {
        guard let ended = running.removeValue(forKey: id) else { return }
        // GTK would move the focus on, to the other end of the window.
        if ended.bar.widget.hasFocus { leaves() }
        place.remove(ended.bar.widget)
    }

    /// Cancels everything silently.
    func cancelAll() {
        for each in running.values { each.cancel() }
    }
}
