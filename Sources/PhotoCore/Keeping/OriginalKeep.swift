import Foundation

/// Why a photo was not saved as it is. The description says what a person can act on.
public enum OriginalSaveFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// It could not be had.
    case fetch(FetchFailure)
    /// It could not be written.
    case save(SaveFailure)

    /// What failed, why, and where there is something to do about it, what.
    public var description: String {
        switch self {
        case .fetch(let failure): failure.description
        case .save(let failure): failure.description
        }
    }
}

/// Saves photos as they came, byte for byte: fetched if they are not there yet, which goes on from what was fetched before.
@MainActor
public final class OriginalSaving {
    private let fetcher: any DataFetching
    private let mainContext: any MainContextPerforming
    private let queue = DispatchQueue(label: "Saving originals", qos: .userInitiated)
    private var tasks: [Int: any FetchTask] = [:]
    private var begun = 0

    /// Nothing is being saved.
    public init(fetcher: any DataFetching, mainContext: any MainContextPerforming) {
        self.fetcher = fetcher
        self.mainContext = mainContext
    }

    /// Saves the photo at `url` as the file at `path`, which is there whole or is what it was. What was received after
    /// `seenSince`, in seconds since 1970, is not asked for again. Tells how many bytes it has, or why it is not saved; nothing
    /// once it was cancelled.
    public func save(
        _ url: URL, seenSince: Double? = nil, to path: String,
        completion: @escaping @MainActor @Sendable (Result<Int, OriginalSaveFailure>) -> Void
    ) {
        begun += 1
        let number = begun
        let request = FetchRequest(url: url, seenSince: seenSince)
        tasks[number] = fetcher.fetch(request, progress: { _ in }) { [queue, mainContext] fetched in
            queue.async {
                let result = Self.write(fetched, to: path)
                mainContext.perform { [weak self] in
                    // Not if it was cancelled.
                    if self?.tasks.removeValue(forKey: number) != nil { completion(result) }
                }
            }
        }
    }

    /// Gives up what is under way.
    public func cancel() {
        for task in tasks.values { task.cancel() }
        tasks = [:]
    }

    private nonisolated static func write(
        _ fetched: Result<FetchedData, FetchFailure>, to path: String
    ) -> Result<Int, OriginalSaveFailure> {
        switch fetched {
        case .failure(let failure): return .failure(.fetch(failure))
        case .success(let fetched):
            do throws(SaveFailure) {
                let file = try SavedFile(at: path)
                do throws(SaveFailure) {
                    try fetched.data.withUnsafeBytesTyped { (bytes) throws(SaveFailure) in try file.write(bytes) }
                } catch {
                    file.abandon()
                    throw error
                }
                try file.finish()
                return .success(fetched.data.count)
            } catch {
                return .failure(.save(error))
            }
        }
    }
}
