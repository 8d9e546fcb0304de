import Foundation

/// One photo saved as it came, byte for byte: each piece is written when it comes, from the disk's cache or the
/// network, and no more than the flow's limit waits in memory. What has come of one that breaks off is in the cache,
/// and is gone on from.
final class OriginalSave: SaveWork {
    private struct State {
        var tell: (@Sendable (SaveStep) -> Void)?
        var task: (any FetchTask)?
        var file: SavedFile?
        var byteCount = 0
        var expected: Int?
        var nextTold = 0
        /// Whether nothing but the photo's own content tells that it is whole.
        var isEndUnmarked = false
    }

    private let request: FetchRequest
    private let held: Data?
    private let place: SavedPlace
    private let fetcher: any DataFetching
    private let context: SerialContext
    private let state: Confined<State>
    private let flow = FetchFlow()

    /// So many bytes go by between two words on how far it is, where its length is not known.
    private static let toldBytes = 256 << 10

    /// Saves what `request` asks for, or the bytes `held`, at `place`; `tell` is called from any thread, one call at a
    /// time.
    init(
        _ request: FetchRequest, held: Data?, to place: SavedPlace, fetcher: any DataFetching, queue: DispatchQueue,
        tell: @escaping @Sendable (SaveStep) -> Void
    ) {
        self.request = request
        self.held = held
        self.place = place
        self.fetcher = fetcher
        context = SerialContext("Saving an original", target: queue)
        state = Confined(State(tell: tell), to: context)
    }

    func start() { context.perform { self.begin() } }

    func cancel() { context.perform { self.fail(.cancelled) } }

    private func begin() {
        guard state.tell != nil else { return }
        do throws(SaveFailure) {
            // Before anything is asked of the network.
            let file = try SavedFile(at: place)
            state.file = file
            if let held {
                try file.expect(held.count)
                try file.write(held)
                state.byteCount = held.count
                return finish()
            }
        } catch {
            return fail(.save(error))
        }
        state.task = fetcher.stream(request, flow: flow) { [weak self] event in
            // Events come one after the other, and stay in order.
            guard let self else { return }
            context.perform { self.take(event) }
        }
    }

    private func take(_ event: FetchEvent) {
        guard state.tell != nil, let file = state.file else { return }
        do throws(SaveFailure) {
            switch event {
            case .opened(let opening):
                state.expected = opening.expected
                if let expected = state.expected { try file.expect(expected) }
                say()
            case .bytes(let bytes):
                try file.write(bytes)
                state.byteCount += bytes.count
                flow.taken(bytes.count)
                if state.byteCount >= state.nextTold { say() }
            case .unmarkedEnd: state.isEndUnmarked = true
            case .ended(nil): finish()
            case .ended(.cancelled?): fail(.cancelled)
            case .ended(let failure?): fail(.fetch(failure))
            }
        } catch {
            fail(.save(error))
        }
    }

    private func say() {
        // Each percent once.
        state.nextTold = state.byteCount + (state.expected.map { max(1, $0 / 100) } ?? Self.toldBytes)
        let fraction = state.expected.map { $0 > 0 ? min(1, Double(state.byteCount) / Double($0)) : 1 }
        state.tell?(.moved(SavePart(fraction: fraction, byteCount: state.byteCount)))
    }

    private func finish() {
        guard let file = state.file else { return }
        if state.isEndUnmarked, Self.lacksItsEnd(file) {
            return fail(.fetch(.cutShort(received: state.byteCount, expected: nil)))
        }
        state.file = nil
        do throws(SaveFailure) {
            let path = try file.finish()
            end(.success(SavedPhotoFile(path: path, byteCount: state.byteCount)))
        } catch {
            fail(.save(error))
        }
    }

    private static func lacksItsEnd(_ file: SavedFile) -> Bool {
        let data = try? Data(contentsOf: URL(fileURLWithPath: file.openPath), options: .mappedIfSafe)
        return data.map { EncodedPicture($0).isEndMissing } ?? false
    }

    private func fail(_ failure: PhotoSaveFailure) {
        guard state.tell != nil else { return }
        state.file?.abandon()
        state.file = nil
        state.task?.cancel()
        end(.failure(failure))
    }

    private func end(_ result: Result<SavedPhotoFile, PhotoSaveFailure>) {
        state.task = nil
        let tell = state.tell
        state.tell = nil
        tell?(.ended(result))
    }
}
