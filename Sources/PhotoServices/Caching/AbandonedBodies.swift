import Foundation
import PhotoCore

/// What killed programs have left in a store's folder and nobody can use: bodies without a final name, and one file of
/// a ``PartialBody`` without the other.
package struct AbandonedBodies: Sendable {
    private let folder: FilePath

    /// Those in `folder`.
    package init(in folder: FilePath) { self.folder = folder }

    /// Removes them. Blocks on the disk; reads only names, because there may be 40,000 files.
    package func remove() {
        for file in folder.entries(beginningWith: ".") { WriterLock.removeAbandoned(file) }
        let (parts, sums) = (names(endingIn: ".part"), names(endingIn: ".sums"))
        // A writer creates and locks the body, then the checksums; and removes them in the opposite order.
        for name in parts.subtracting(sums) { WriterLock.removeAbandoned(folder.appending(name + ".part")) }
        for name in sums.subtracting(parts) where folder.appending(name + ".part").status() == nil {
            folder.appending(name + ".sums").remove()
        }
    }

    private func names(endingIn suffix: String) -> Set<String> {
        Set(folder.entries(endingIn: suffix).map { String($0.shownName.dropLast(suffix.count)) })
    }
}
