import Foundation

/// One photo saved as it came, byte for byte: each piece is written when it comes, from the disk's cache or the
/// network, and no more than the flow's limit waits in memory. What has come of one that breaks off is in the cache,
/// and is gone on from.
///
/// @unchecked Sendable: everything that changes is touched on `lane` alone, a serial queue.
final class OriginalKeep: KeepWork, @unchecked Sendable {
    private let request: FetchRequest
    private let held: Data?
    private let place: KeptPlace
    private let fetcher: any DataFetching
    private let lane: DispatchQueue
    private let flow = FetchFlow()

    // On `lane`.
    private var tell: (@Sendable (KeepStep) -> Void)?
    private var task: (any FetchTask)?
    private var file: SavedFile?
    private var byteCount = 0
    private var expected: Int?
    private var nextTold = 0
    /// Whether nothing but the photo's own content tells that it is whole.
    private var isEndUnmarked = false

    /// So many bytes go by between two words on how far it is, where its length is not known.
    private static let toldBytes = 256 << 10

    /// Saves what `request` asks for, or the bytes `held`, at `place`; `tell` is called from any thread, one call at a
    /// time.
    init(
        _ request: FetchRequest, held: Data?, to place: KeptPlace, fetcher: any DataFetching, queue: DispatchQueue,
        tell: @escaping @Sendable (KeepStep) -> Void
    ) {
        self.request = request
        self.held = held
        self.place = place
        self.fetcher = fetcher
        self.tell = tell
        lane = DispatchQueue(label: "Saving an original", target: queue)
    }

    func start() { lane.async { self.begin() } }

    func cancel() { lane.async { self.fail(.cancelled) } }

    private func begin() {
        guard tell != nil else { return }
        do throws(SaveFailure) {
            // Before anything is asked of the network.
            let file = try SavedFile(at: place)
            self.file = file
            if let held {
                try file.expect(held.count)
                try file.write(held)
                byteCount = held.count
                return finish()
            }
        } catch {
            return fail(.save(error))
        }
        task = fetcher.stream(request, flow: flow) { [weak self] event in
            // Events come one after the other, and stay in order.
            guard let self else { return }
            lane.async { self.take(event) }
        }
    }

    private func take(_ event: FetchEvent) {
        guard tell != nil, let file else { return }
        do throws(SaveFailure) {
            switch event {
            case .opened(let opening):
                expected = opening.expected
                if let expected { try file.expect(expected) }
                say()
            case .bytes(let bytes):
                try file.write(bytes)
                byteCount += bytes.count
                flow.taken(bytes.count)
                if byteCount >= nextTold { say() }
            case .unmarkedEnd: isEndUnmarked = true
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
        nextTold = byteCount + (expected.map { max(1, $0 / 100) } ?? Self.toldBytes)
        let fraction = expected.map { $0 > 0 ? min(1, Double(byteCount) / Double($0)) : 1 }
        tell?(.moved(KeepPart(fraction: fraction, byteCount: byteCount)))
    }

    private func finish() {
        guard let file else { return }
        if isEndUnmarked, Self.lacksItsEnd(file) { return fail(.fetch(.cutShort(received: byteCount, expected: nil))) }
        self.file = nil
        do throws(SaveFailure) {
            let path = try file.finish()
            end(.success(KeptFile(path: path, byteCount: byteCount)))
        } catch {
            fail(.save(error))
        }
    }

    private static func lacksItsEnd(_ file: SavedFile) -> Bool {
        let data = try? Data(contentsOf: URL(fileURLWithPath: file.openPath), options: .mappedIfSafe)
        return data.map { EncodedPicture($0).isEndMissing } ?? false
    }

    private func fail(_ failure: KeepFailure) {
        guard tell != nil else { return }
        file?.abandon()
        file = nil
        task?.cancel()
        end(.failure(failure))
    }

    private func end(_ result: Result<KeptFile, KeepFailure>) {
        task = nil
        let tell = tell
        self.tell = nil
        tell?(.ended(result))
    }
}
