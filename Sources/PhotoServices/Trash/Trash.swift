import CGLib
import Foundation
import GLibBridge
import PhotoCore

/// The desktop's trash: moves files into it and restores them, off the main context, one at a time.
@MainActor
package final class Trash {
    /// The outcome of moving files to the trash.
    package struct Outcome: Sendable, Equatable {
        /// Files in the trash that can be restored.
        package internal(set) var trashed: [TrashedFile] = []
        /// Files in a trash that is not accessible from here.
        package internal(set) var outOfReach: [URL] = []
        /// Files that stay in place, and why.
        package internal(set) var failed: [(url: URL, failure: TrashFailure)] = []

        package static func == (one: Outcome, other: Outcome) -> Bool {
            one.trashed == other.trashed && one.outOfReach == other.outOfReach
                && one.failed.elementsEqual(other.failed) { $0.url == $1.url && $0.failure == $1.failure }
        }
    }

    /// The outcome of restoring files.
    package struct Restoring: Sendable {
        package internal(set) var restored: [TrashedFile] = []
        /// Files that stay in the trash, and why.
        package internal(set) var failed: [(file: TrashedFile, failure: RestoreFailure)] = []
    }

    private let mainContext: any MainContextPerforming
    private let queue = DispatchQueue(label: "Trash", qos: .userInitiated)

    /// The trash of the current user.
    package init(mainContext: any MainContextPerforming) { self.mainContext = mainContext }

    /// Moves files to the trash; failed ones stay in place, and so do those that remain when `flag` is set.
    package func move(
        _ files: [URL], until flag: CancellationFlag, completion: @escaping @MainActor @Sendable (Outcome) -> Void
    ) {
        queue.async { [mainContext] in
            let outcome = Self.move(files, until: flag)
            mainContext.perform { completion(outcome) }
        }
    }

    /// Restores files to their former places.
    package func restore(_ files: [TrashedFile], completion: @escaping @MainActor @Sendable (Restoring) -> Void) {
        queue.async { [mainContext] in
            var restoring = Restoring()
            for file in files {
                do throws(RestoreFailure) {
                    try TrashFolder.restore(file)
                    restoring.restored.append(file)
                } catch {
                    restoring.failed.append((file, error))
                }
            }
            let outcome = restoring
            mainContext.perform { completion(outcome) }
        }
    }

    nonisolated static func move(_ files: [URL], until flag: CancellationFlag = CancellationFlag()) -> Outcome {
        var outcome = Outcome()
        let dataHome = FilePath(cString: g_get_user_data_dir()).url(isFolder: true)
        // Some file systems store times in steps of two seconds.
        let earliest = Date(timeIntervalSinceNow: -2)
        var moved: [URL] = []
        var trashes: [FilePath: [TrashFolder]] = [:]
        for url in files {
            if flag.isCancelled { break }
            let folder = url.filePath.parent
            let known = trashes[folder] ?? TrashFolder.all(for: url.filePath, dataHome: dataHome)
            trashes[folder] = known
            do throws(TrashFailure) {
                try move(url)
                moved.append(url)
            } catch {
                outcome.failed.append((url, error))
            }
        }
        // A trash of many files is read once, and not for each file.
        var found: [FilePath: TrashedFile] = [:]
        let originals = Dictionary(moved.map { ($0.filePath, $0) }) { one, _ in one }
        for trash in Set(trashes.values.joined()) {
            found.merge(trash.find(originals, since: earliest)) { one, _ in one }
        }
        for url in moved {
            if let file = found[url.filePath] { outcome.trashed.append(file) } else { outcome.outOfReach.append(url) }
        }
        return outcome
    }

    private nonisolated static func move(_ url: URL) throws(TrashFailure) {
        let file = url.filePath.withCString { g_file_new_for_path($0) }
        defer { g_object_unref(file.map { UnsafeMutableRawPointer($0) }) }
        do throws(GLibError) {
            _ = try GLibError.check { g_file_trash(file, nil, $0) }
        } catch {
            throw TrashFailure(error)
        }
    }
}
