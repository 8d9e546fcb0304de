import Foundation

/// One photo saved unchanged: each piece is written as it arrives, from the cache or the network, and at most the
/// flow's limit waits in memory. An interrupted save leaves its bytes in the cache, and resumes from there.
final class OriginalSave: SaveWork {
    private struct State {
        var save: UnfinishedSave
        var byteCount = 0
        var expected: Int?
        var nextTold = 0
        /// Whether only the photo's content marks its end.
        var isEndUnmarked = false
    }

    private let request: FetchRequest
    private let held: Data?
    private let place: SavedPlace
    private let fetcher: any DataFetching
    private let context: SerialContext
    private let state: Confined<State>
    private let flow = FetchFlow()

    /// How many bytes lie between progress reports if the length is unknown.
    private static let toldBytes = 256 << 10

    /// Saves the photo of `request`, or the bytes `held`, to `place`. Calls `tell` from any thread, one call at a time.
    init(
        _ request: FetchRequest, held: Data?, to place: SavedPlace, fetcher: any DataFetching, queue: DispatchQueue,
        tell: @escaping @Sendable (SaveStep) -> Void
    ) {
        self.request = request
        self.held = held
        self.place = place
        self.fetcher = fetcher
        context = SerialContext("Saving an original", target: queue)
        state = Confined(State(save: UnfinishedSave(tell: tell)), to: context)
    }

    func start() { context.perform { self.begin() } }

    func cancel() { context.perform { self.state.save.fail(.cancelled) } }

    private func begin() {
        guard !state.save.hasEnded else { return }
        do throws(SaveFailure) {
            // Before any network request.
            let file = try SavedFile(at: place)
            state.save.file = file
            if let held {
                try file.expect(held.count)
                try file.write(held)
                state.byteCount = held.count
                return finish()
            }
        } catch {
            return state.save.fail(.save(error))
        }
        state.save.task = fetcher.stream(request, flow: flow) { [weak self] event in
            // Events arrive one at a time, and stay in order.
            guard let self else { return }
            context.perform { self.take(event) }
        }
    }

    private func take(_ event: FetchEvent) {
        guard !state.save.hasEnded, let file = state.save.file else { return }
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
            case .ended(.cancelled?): state.save.fail(.cancelled)
            case .ended(let failure?): state.save.fail(.fetch(failure))
            }
        } catch {
            state.save.fail(.save(error))
        }
    }

    private func say() {
        // Each percent once.
        state.nextTold = state.byteCount + (state.expected.map { max(1, $0 / 100) } ?? Self.toldBytes)
        let fraction = state.expected.map { $0 > 0 ? min(1, Double(state.byteCount) / Double($0)) : 1 }
        state.save.tell(SavePart(fraction: fraction, byteCount: state.byteCount))
    }

    private func finish() {
        guard let file = state.save.file else { return }
        if state.isEndUnmarked, Self.lacksItsEnd(file, state.byteCount) {
            return state.save.fail(.fetch(.cutShort(received: state.byteCount, expected: nil)))
        }
        state.save.file = nil
        do throws(SaveFailure) {
            let path = try file.finish()
            state.save.end(.success(SavedPhotoFile(path: path, byteCount: state.byteCount)))
        } catch {
            state.save.fail(.save(error))
        }
    }

    /// Reads the file, unless it is longer than any photo: a video's end is unknown.
    private static func lacksItsEnd(_ file: SavedFile, _ byteCount: Int) -> Bool {
        guard byteCount <= FetchRequest.maximumPhotoByteCount else { return false }
        let data = try? Data(contentsOf: URL(fileURLWithPath: file.openPath), options: .mappedIfSafe)
        return data.map { EncodedPicture($0).isEndMissing } ?? false
    }
}
