import Foundation
import GLibBridge
import PhotoCore
import Synchronization

/// One request for a long picture that a document holds in its text (``DocumentSpool``). Its events come on the network
/// thread, like those of a ``Transfer``.
final class HeldTransfer: FetchTask {
    private let request: WireRequest
    private let name: String
    private let thread: EventLoopThread
    private let context = SerialContext("Held picture", target: HeldTransfer.queue)
    private let receive: Mutex<(@Sendable (WireEvent) -> Void)?>

    /// Its threads wait for the disk. The download queues bound their number.
    private static let queue = DispatchQueue(label: "Held pictures", attributes: .concurrent)
    private static let chunkByteCount = 256 << 10

    init(
        _ request: WireRequest, _ name: String, thread: EventLoopThread,
        receive: @escaping @Sendable (WireEvent) -> Void
    ) {
        self.request = request
        self.name = name
        self.thread = thread
        self.receive = Mutex(receive)
    }

    func start() { context.perform { self.open() } }

    func cancel() { end(BodyEnd(failure: .cancelled)) }

    private func open() {
        guard let (spool, place) = DocumentSpool.find(name) else {
            return end(
                BodyEnd(
                    failure: .other(
                        reason: localized(
                            "The picture is no longer there: the document that holds it is closed, or the disk had no "
                                + "room for it. Open the document again."))))
        }
        guard place.count <= request.limit else { return end(BodyEnd(failure: .tooLarge(limit: request.limit))) }
        tell(.file(nil, byteCount: place.count))
        tell(.opened(nil, HostPolicy.Observation()))
        goOn(spool, place)
    }

    /// Gives the next piece of what is left.
    private func goOn(_ spool: DocumentSpool, _ rest: Range<Int>) {
        guard receive.withLock({ $0 != nil }) else { return }
        if rest.isEmpty { return end(.marked) }
        do throws(ArchiveError) {
            let bytes = try spool.read(rest.lowerBound..<min(rest.upperBound, rest.lowerBound + Self.chunkByteCount))
            give(bytes) { self.goOn(spool, (rest.lowerBound + bytes.count)..<rest.upperBound) }
        } catch {
            end(BodyEnd(failure: error.failure))
        }
    }

    private func give(_ bytes: [UInt8], then goOn: @escaping @Sendable () -> Void) {
        let next: @Sendable () -> Void = { self.context.perform(goOn) }
        thread.perform { [request] in
            // None, once it has ended.
            guard let receive = self.receive.withLock({ $0 }) else { return }
            receive(.bytes(Data(bytes)))
            // The receiver may have stopped it.
            guard self.receive.withLock({ $0 != nil }) else { return }
            if let flow = request.flow { flow.given(bytes.count, by: self, goOn: next) } else { next() }
        }
    }

    private func tell(_ event: WireEvent) { thread.perform { self.receive.withLock { $0 }?(event) } }

    /// Only the first end counts.
    private func end(_ end: BodyEnd) {
        thread.perform {
            let receive = self.receive.withLock { $0.take() }
            self.request.flow?.ended(self)
            receive?(.ended(end))
        }
    }
}
