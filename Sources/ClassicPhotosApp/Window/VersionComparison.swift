import Foundation
import GLibBridge
import PhotoCore

/// Finds in a new version of the catalogue what the list shows of the old one: a worker compares them, which takes some
/// milliseconds among a million rows. A person may go elsewhere meanwhile, or more of the old version may become known:
/// then it compares again. Released, it reports nothing.
@MainActor
final class VersionComparison {
    /// What is in both versions.
    struct Outcome {
        /// With what the old version knows of its months.
        let catalogue: Catalogue
        /// An entry on screen; nil if none is in the new version, or if the list shows the top.
        let place: (old: Int, new: Int)?
        /// Whether that is another photo at the same place of its month.
        let isNear: Bool
        let selected: EntrySet
        let focused: Int?
    }

    private let list: PhotoListView
    private let new: Catalogue
    private var timer: MainTimer?
    /// Called with the new version if both have the same content; nil if that is no matter.
    private let unchanged: (@MainActor (Catalogue) -> Void)?
    private let found: @MainActor (Outcome) -> Void
    private var comparisons = 0

    /// As long as a list takes to rest.
    private static let waitMilliseconds = 100
    /// Two seconds: a finger may stay on the scrollbar.
    private static let mostWaits = 20

    /// Compares `new` with what `list` shows.
    init(
        of new: Catalogue, with list: PhotoListView, unchanged: (@MainActor (Catalogue) -> Void)?,
        found: @escaping @MainActor (Outcome) -> Void
    ) {
        (self.new, self.list, self.unchanged, self.found) = (new, list, unchanged, found)
    }

    /// Compares when the list rests: before, it does not know where its rows are.
    func begin() {
        guard !list.movement.isMoving || comparisons >= Self.mostWaits, let old = list.catalogue else { return wait() }
        let (version, onScreen) = (list.version, list.entriesInView)
        let (selected, focused) = (list.selection.entries, list.placing.focusToKeep)
        let checksContent = unchanged != nil
        DispatchQueue.global(qos: .userInitiated).async { [weak self, new] in
            let new = new.keepingMonths(of: old)
            if checksContent, new.hasSameContent(as: old) {
                return MainContext.shared.perform { self?.unchanged?(new) }
            }
            let place = onScreen.lazy.compactMap { row in new.row(like: row, of: old).map { (old: row, new: $0) } }
                .first
            // Months that are not read yet have nothing that tells one photo from another.
            let near =
                place == nil
                ? onScreen.lazy.compactMap { row in new.row(near: row, of: old).map { (old: row, new: $0) } }.first
                : nil
            let stillSelected = new.rows(like: selected, of: old)
            let stillFocused = focused.flatMap { new.row(like: $0, of: old) }
            MainContext.shared.perform {
                guard let self else { return }
                let now = self.list.entriesInView
                let isElsewhere = (place ?? near).map { !now.contains($0.old) } ?? (now != onScreen)
                let isOld = isElsewhere || self.list.movement.isMoving || self.list.version != version
                if isOld, self.comparisons < Self.mostWaits { return self.wait() }
                let placing = self.list.placing
                let neighbour = near.flatMap { placing.isAtTop || placing.spot(of: $0.old) == nil ? nil : $0 }
                self.found(
                    Outcome(
                        catalogue: new, place: place ?? neighbour, isNear: neighbour != nil, selected: stillSelected,
                        focused: stillFocused))
            }
        }
    }

    private func wait() {
        comparisons += 1
        timer = MainTimer(after: Self.waitMilliseconds) { [weak self] in self?.begin() }
    }
}
