import Dispatch
import Foundation
import PhotoCore
import Synchronization

/// Keeps what WebDAV folders list in a ``LibraryStore``, and gives it to requests that may have what was kept. All else
/// passes through. From any thread.
///
/// Not an ``HTTPStore``: a PROPFIND is not cacheable by HTTP's rules (RFC 4918, 8.1), and servers whose pages begin a
/// session forbid to store any reply. A library that opens without its server is what the person asked for.
package final class KeptFolderFetcher: DataFetching {
    private let fetcher: any DataFetching
    private let store: LibraryStore
    private let now: @Sendable () -> Double
    /// Reads and unpacks what is kept: folders do not wait for each other.
    private let looking = DispatchQueue(label: "Kept folders", qos: .userInitiated, attributes: .concurrent)
    private let keeping = DispatchQueue(label: "Folder keeping", qos: .utility)

    private let mostBytes: Int
    /// Bytes that are delivered at once.
    private static let piece = 256 << 10

    /// Fetches by `fetcher`. `now` gives seconds since 1970.
    package convenience init(
        _ fetcher: any DataFetching, store: LibraryStore,
        now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }
    ) {
        self.init(fetcher, store: store, mostBytes: KeptFolder.mostBytes, now: now)
    }

    /// Keeps lists of as many packed bytes.
    init(_ fetcher: any DataFetching, store: LibraryStore, mostBytes: Int, now: @escaping @Sendable () -> Double) {
        (self.fetcher, self.store, self.mostBytes, self.now) = (fetcher, store, mostBytes, now)
    }

    /// See ``DataFetching``.
    package func fetch(
        _ request: FetchRequest, progress: @escaping @Sendable (FetchProgress) -> Void,
        completion: @escaping @Sendable (Result<FetchedData, FetchFailure>) -> Void
    ) -> any FetchTask {
        fetcher.fetch(request, progress: progress, completion: completion)
    }

    /// See ``DataFetching``.
    package func discard(_ url: URL) { fetcher.discard(url) }

    /// See ``DataFetching``.
    package func stream(
        _ request: FetchRequest, flow: FetchFlow, receive: @escaping @Sendable (FetchEvent) -> Void
    ) -> any FetchTask {
        guard request.method.isOfFolder else { return fetcher.stream(request, flow: flow, receive: receive) }
        guard request.mayBeKept else { return fetch(request, flow, receive) }
        let task = KeptTask(flow, receive)
        looking.async { [self] in
            if let folder = store.folder(at: request.url) {
                task.receive(
                    .opened(
                        FetchOpening(
                            keptOf: folder.url, contentType: folder.contentType, byteCount: folder.byteCount)))
                give(Data(), then: 0, of: folder, at: request.url, task)
            } else if request.mustBeKept {
                task.receive(.ended(.cancelled))
            } else {
                task.follow { fetch(request, flow, $0) }
            }
        }
        return task
    }

    /// Gives the rest of a part, and then those from `number` on.
    private func give(_ rest: Data, then number: Int, of folder: KeptFolder, at address: URL, _ task: KeptTask) {
        guard !rest.isEmpty else {
            guard number < folder.parts.count else { return task.receive(.ended(nil)) }
            guard let part = folder.part(number), !part.isEmpty else {
                store.removePage(at: address)
                let received = folder.parts.prefix(number).reduce(0) { $0 + $1.byteCount }
                return task.receive(.ended(.cutShort(received: received, expected: folder.byteCount)))
            }
            return give(part, then: number + 1, of: folder, at: address, task)
        }
        let piece = rest.prefix(Self.piece)
        task.give(Data(piece)) { [self] in
            looking.async {
                self.give(rest.dropFirst(piece.count), then: number, of: folder, at: address, task)
            }
        }
    }

    private func fetch(
        _ request: FetchRequest, _ flow: FetchFlow, _ receive: @escaping @Sendable (FetchEvent) -> Void
    ) -> any FetchTask {
        let arriving = ArrivingPage(asked: now(), mostBytes: mostBytes)
        let removals = store.removals
        return fetcher.stream(request, flow: flow) { [store, keeping] event in
            switch arriving.take(event) {
            case .nothing: break
            case .keep(let list):
                keeping.async {
                    if let folder = list.folder { store.keep(folder, at: request.url, since: removals) }
                }
            case .remove: keeping.async { store.removePage(at: request.url) }
            }
            receive(event)
        }
    }

    /// Blocks until the disk has been asked for all that was requested; for tests.
    func waitUntilLooked() { looking.sync(flags: .barrier) {} }

    /// Blocks until all that has arrived is kept; for tests.
    func waitUntilKept() { keeping.sync {} }
}

/// A list that has arrived, and is being packed.
private struct ArrivedFolder {
    let packing: PartPacking
    let asked: Double
    let opening: FetchOpening

    /// What is kept of it; nil if it is too long. Waits for the packing.
    var folder: KeptFolder? {
        packing.parts.map {
            KeptFolder(parts: $0, asked: asked, url: opening.url, contentType: opening.contentType)
        }
    }
}

/// A list while it arrives. It is packed meanwhile.
private final class ArrivingPage: Sendable {
    enum Change {
        case nothing
        case keep(ArrivedFolder)
        /// The folder is gone.
        case remove
    }

    private struct State {
        var opening: FetchOpening?
        /// What is not packed yet.
        var rest = Data()
        var beginning = Data()
        var end = Data()
        var byteCount = 0
        /// Whether its end was marked.
        var isMarked = true

        /// Takes bytes. Returns those that are to be packed.
        mutating func take(_ bytes: Data) -> [Data] {
            let most = DAVListing.endByteCount
            if beginning.count < most { beginning += bytes.prefix(most - beginning.count) }
            end = Data((end + bytes.suffix(most)).suffix(most))
            byteCount += bytes.count
            rest += bytes
            let count = rest.count / PartPacking.partBytes * PartPacking.partBytes
            let parts = stride(from: 0, to: count, by: PartPacking.partBytes).map {
                Data(rest.dropFirst($0).prefix(PartPacking.partBytes))
            }
            if count > 0 { rest = Data(rest.dropFirst(count)) }
            return parts
        }

        /// Whether all of a list has arrived. A server's other pages replace no list: a login that has expired brings
        /// one.
        var isWhole: Bool {
            guard isMarked, let opening else { return false }
            return DAVListing.isWhole(beginning: beginning, end: end, byteCount: byteCount, from: opening.url)
        }
    }
    private let asked: Double
    private let packing: PartPacking
    private let state = Mutex(State())

    /// `asked` is when, in seconds since 1970. No more than `mostBytes` packed bytes are kept.
    init(asked: Double, mostBytes: Int) {
        self.asked = asked
        packing = PartPacking(most: mostBytes)
    }

    /// Takes the next event. Events come one after the other.
    func take(_ event: FetchEvent) -> Change {
        switch event {
        case .opened(let opening): state.withLock { $0.opening = opening }
        case .bytes(let bytes):
            for part in state.withLock({ $0.take(bytes) }) { packing.take(part) }
        case .unmarkedEnd: state.withLock { $0.isMarked = false }
        case .ended(nil):
            let (whole, rest) = state.withLock { ($0.isWhole ? $0.opening : nil, $0.rest) }
            guard let opening = whole else { break }
            if !rest.isEmpty { packing.take(rest) }
            return .keep(ArrivedFolder(packing: packing, asked: asked, opening: opening))
        case .ended(.refused(let status, phrase: _, retryAfter: _)?):
            if [404, 410].contains(status) { return .remove }
        case .ended: break
        }
        return .nothing
    }
}

/// The delivery of a list that is kept, or its fetch if none is.
private final class KeptTask: FetchTask {
    private struct State {
        var task: (any FetchTask)?
        /// Until the end has been delivered.
        var receive: (@Sendable (FetchEvent) -> Void)?
    }
    private let state: Mutex<State>
    private let flow: FetchFlow

    init(_ flow: FetchFlow, _ receive: @escaping @Sendable (FetchEvent) -> Void) {
        self.flow = flow
        state = Mutex(State(receive: receive))
    }

    private var isOver: Bool { state.withLock { $0.receive == nil } }

    /// Delivers an event, unless the end has been delivered.
    func receive(_ event: FetchEvent) {
        let receive = state.withLock { state in
            if case .ended = event { return state.receive.take() }
            return state.receive
        }
        receive?(event)
    }

    /// Delivers a piece of the list, and calls `goOn` when there is room for the next; no more once it has ended.
    func give(_ piece: Data, goOn: @escaping @Sendable () -> Void) {
        guard !isOver else { return }
        receive(.bytes(piece))
        flow.given(piece.count, by: self, goOn: goOn)
        // It may have ended meanwhile.
        if isOver { flow.ended(self) }
    }

    /// Starts the fetch, unless it is cancelled already.
    func follow(_ start: (@escaping @Sendable (FetchEvent) -> Void) -> any FetchTask) {
        guard !isOver else { return }
        let task = start { [self] in receive($0) }
        let isOver = state.withLock { state in
            state.task = task
            return state.receive == nil
        }
        if isOver { task.cancel() }
    }

    func cancel() {
        let task = state.withLock { $0.task }
        if let task { task.cancel() } else { receive(.ended(.cancelled)) }
        flow.ended(self)
    }

    var secondsWorthWaiting: Double? { state.withLock { $0.task }?.secondsWorthWaiting }
    var waitsForPerson: Bool { state.withLock { $0.task }?.waitsForPerson ?? false }
}
