import Foundation
import PhotoCore

/// A body delivered as it arrives, from the network or from disk, and written to disk meanwhile: never complete in
/// memory.
final class StreamedBody: BodyOutlet {
    private struct State {
        var stored: (any StoredBody)?
        var saver: BodySaver
        var isServing = false
    }

    private let url: URL
    private let store: HTTPStore?
    private let flow: FetchFlow
    private let now: @Sendable () -> Double
    private let isDiscarded: @Sendable (BodyFetch) -> Bool
    private let receive: @Sendable (FetchEvent) -> Void
    private let state: Confined<State>

    /// Delivers the body of `url` at the rate of `flow`, and stores it in `store`, unless the fetch `isDiscarded`.
    init(
        _ url: URL, in context: SerialContext, store: HTTPStore?, flow: FetchFlow,
        now: @escaping @Sendable () -> Double, isDiscarded: @escaping @Sendable (BodyFetch) -> Bool,
        receive: @escaping @Sendable (FetchEvent) -> Void
    ) {
        self.url = url
        self.store = store
        self.flow = flow
        self.now = now
        self.isDiscarded = isDiscarded
        self.receive = receive
        state = Confined(State(saver: BodySaver(url, in: store)), to: context)
    }

    func look() -> FetchActivity.Event {
        let stored = store?.openBody(of: url)
        state.stored = stored
        return .looked(stored?.held, stored?.isWhole == true ? .enough : .more(upTo: nil), host: .whole, now: now())
    }

    func event(of wire: WireEvent, from inflow: FetchFlow, to fetch: BodyFetch) -> FetchActivity.Event? {
        switch wire {
        case .file(let version, let byteCount): .file(version, byteCount: byteCount)
        case .opened(let head, _): .opened(head)
        case .bytes(let bytes): .bytes(bytes, .plain)
        case .ended(let end): .ended(end, .plain)
        }
    }

    func carryOut(_ action: FetchActivity.Action, from inflow: FetchFlow, of fetch: BodyFetch) {
        switch action {
        case .begin(let head):
            state.stored = nil
            if let head { write(head, fetch) }
        case .resume(let head):
            state.saver.goOn(from: state.stored as? PartialBodyReader)
            write(head, fetch)
        case .renew(let head): state.stored?.renew(head)
        case .announce(let opening): receive(.opened(opening))
        case .giveStored:
            fetch.pause()
            state.isServing = true
            giveNext(of: fetch)
        case .handOver(let bytes): give(bytes, from: inflow, of: fetch)
        case .save: _ = state.saver.save()
        case .sayUnmarked: receive(.unmarkedEnd)
        case .end(let failure, let kept):
            flow.ended(self)
            receive(.ended(failure))
            keep(kept, fetch.activity.head)
            state.stored = nil
        case .send, .hangUp, .judge, .judgePiece, .learn, .share: break
        }
    }

    // MARK: - Giving

    /// Delivers the stored bytes, piece by piece.
    private func giveNext(of fetch: BodyFetch) {
        guard !fetch.activity.isOver, let stored = state.stored else { return }
        if let piece = stored.next() { return fetch.take(.bytes(piece, .plain)) }
        guard stored.isIntact() else {
            store?.removeBody(of: url)
            let reason = localized("The copy on disk was damaged and has been removed. Try again.")
            return fetch.take(.failed(.other(reason: reason)))
        }
        state.isServing = false
        fetch.take(.storedGiven)
        fetch.goOn()
    }

    private func give(_ bytes: Data, from inflow: FetchFlow, of fetch: BodyFetch) {
        let isServing = state.isServing
        // The resumed bytes are stored already.
        if !isServing || !state.saver.continues { save(bytes, fetch) }
        receive(.bytes(bytes))
        flow.given(bytes.count, by: self) { [self, count = bytes.count] in
            if isServing { fetch.context.perform { self.giveNext(of: fetch) } } else { inflow.taken(count) }
        }
    }

    // MARK: - Keeping

    private func write(_ head: StoredHead, _ fetch: BodyFetch) {
        if Freshness(head).isStorable, !isDiscarded(fetch) {
            state.saver.begin(head, isResumable: fetch.activity.isResumable)
        } else {
            store?.removeStream(of: url)
        }
    }

    private func save(_ bytes: Data, _ fetch: BodyFetch) {
        guard state.saver.isWriting, state.saver.add(bytes) else { return }
        fetch.context.perform(after: StoredStreamWriter.longestWait) { [weak fetch] in fetch?.take(.saveDue) }
    }

    private func keep(_ kept: FetchActivity.Kept, _ head: StoredHead?) {
        switch kept {
        case .whole: _ = state.saver.finish(head)
        // Less than the stored beginning is worth nothing.
        case .beginning(_, let isMore) where isMore || state.saver.continues: _ = state.saver.leave()
        case .beginning, .nothing, .removed: state.saver.startAgain()
        }
    }
}
