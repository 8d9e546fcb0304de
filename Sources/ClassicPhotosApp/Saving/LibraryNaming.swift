import GLibBridge
import PhotoCore

/// Asks a library for the name of a photo's file, and waits a moment for it.
@MainActor
final class LibraryNaming {
    private var named: (@MainActor (String?) -> Void)?
    private var task: (any FetchTask)?
    private var timer: MainTimer?

    /// A dialog that opens later seems not to come.
    private static let patienceMilliseconds = 700

    /// Calls `named` once: with the name, or nil without an answer in time. `known` is an earlier answer.
    init(
        of photo: LibraryPhoto, known: LibraryFacts?, by fetcher: any DataFetching,
        named: @escaping @MainActor (String?) -> Void
    ) {
        self.named = named
        guard known == nil else {
            end(known?.fileName.map { SavedName.clean($0) })
            return
        }
        task = photo.fetchFacts(by: fetcher) { [weak self] facts in
            MainContext.shared.perform { self?.end(facts?.fileName.map { SavedName.clean($0) }) }
        }
        timer = MainTimer(after: Self.patienceMilliseconds) { [weak self] in self?.end(nil) }
    }

    private func end(_ name: String?) {
        timer = nil
        task?.cancel()
        named.take()?(name)
    }
}
