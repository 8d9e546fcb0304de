import CGLib
import Foundation
import GLibBridge
import PhotoCore

/// The desktop's trash: moves files into it and restores them, off the main context, one at a time.
@MainActor
public final class Trash {
    /// The outcome of moving files to the trash.
    public struct Outcome: Sendable, Equatable {
        /// Files in the trash that can be restored.
        public internal(set) var trashed: [TrashedFile] = []
        /// Files in a trash that is not accessible from here.
        public internal(set) var outOfReach: [URL] = []
        /// Files that stay in place, and why.
        public internal(set) var failed: [(url: URL, failure: TrashFailure)] = []

        /// Whether they are equal.
        public static func == (one: Outcome, other: Outcome) -> Bool {
            one.trashed == other.trashed && one.outOfReach == other.outOfReach
                && one.failed.elementsEqual(other.failed) { $0.url == $1.url && $0.failure == $1.failure }
        }
    }

    /// The outcome of restoring files.
    public struct Restoring: Sendable {
        /// The restored files.
        public internal(set) var restored: [TrashedFile] = []
        /// Files that stay in the trash, and why.
        public internal(set) var failed: [(file: TrashedFile, failure: RestoreFailure)] = []
    }

    private let mainContext: any MainContextPerforming
    private let queue = DispatchQueue(label: "Trash", qos: .userInitiated)

    /// The trash of the current user.
    public init(mainContext: any MainContextPerforming) { self.mainContext = mainContext }

    /// Moves files to the trash; failed ones stay in place.
    public func move(_ files: [URL], completion: @escaping @MainActor @Sendable (Outcome) -> Void) {
        queue.async { [mainContext] in
            let outcome = Self.move(files)
            mainContext.perform { completion(outcome) }
        }
    }

    /// Restores files to their former places.
    public func restore(_ files: [TrashedFile], completion: @escaping @MainActor @Sendable (Restoring) -> Void) {
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

    nonisolated static func move(_ files: [URL]) -> Outcome {
        var outcome = Outcome()
        let dataHome = FilePath(cString: g_get_user_data_dir()).url(isFolder: true)
        for url in files {
            // Some file systems store times in steps of two seconds.
            let earliest = Date(timeIntervalSinceNow: -2)
            do throws(TrashFailure) {
                try move(url)
                let trashes = TrashFolder.all(for: url.filePath, dataHome: dataHome)
                if let file = trashes.lazy.compactMap({ $0.find(url, since: earliest) }).first {
                    outcome.trashed.append(file)
                } else {
                    outcome.outOfReach.append(url)
                }
            } catch {
                outcome.failed.append((url, error))
            }
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
