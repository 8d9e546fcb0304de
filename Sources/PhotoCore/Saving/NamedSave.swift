import Synchronization

/// The save of a photo whose file name its library knows: asks for the name first. Without an answer, it has the name
/// of its row.
final class NamedSave: SaveWork {
    private struct State {
        var isCancelled = false
        var asking: (any FetchTask)?
        var save: (any SaveWork)?
    }

    private let photo: LibraryPhoto
    private let fetcher: any DataFetching
    private let context: any MainContextPerforming
    private let make: @MainActor @Sendable (_ name: String?) -> (any SaveWork)?
    private let state = Mutex(State())

    /// `make` makes the save of a file with a name; it is called on the main context.
    init(
        _ photo: LibraryPhoto, fetcher: any DataFetching, context: any MainContextPerforming,
        make: @escaping @MainActor @Sendable (_ name: String?) -> (any SaveWork)?
    ) {
        (self.photo, self.fetcher, self.context, self.make) = (photo, fetcher, context, make)
    }

    func start() {
        let asking = photo.fetchFacts(by: fetcher) { [weak self, context] facts in
            context.perform { self?.begin(facts?.fileName) }
        }
        state.withLock { $0.asking = asking }
    }

    @MainActor
    private func begin(_ name: String?) {
        guard !state.withLock({ $0.isCancelled }), let save = make(name) else { return }
        state.withLock { $0.save = save }
        save.start()
    }

    func cancel() {
        let (asking, save) = state.withLock { state in
            state.isCancelled = true
            return (state.asking, state.save)
        }
        asking?.cancel()
        save?.cancel()
    }
}
