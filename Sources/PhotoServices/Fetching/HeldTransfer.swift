import Foundation
import GLibBridge
import PhotoCore

/// One request for a long picture that a document holds in its text (``DocumentSpool``). Its events come on the network
/// thread, like those of a ``Transfer``.
final class HeldTransfer: FetchTask {
    private let request: WireRequest
    private let name: String
    private let context = SerialContext("Held picture", target: HeldTransfer.queue)
    private let delivery: LocalDelivery

    /// Its threads wait for the disk. The download queues bound their number.
    private static let queue = DispatchQueue(label: "Held pictures", attributes: .concurrent)
    private static let chunkByteCount = 256 << 10

    init(
        _ request: WireRequest, _ name: String, thread: EventLoopThread,
        receive: @escaping @Sendable (WireEvent) -> Void
    ) {
        (self.request, self.name) = (request, name)
        delivery = LocalDelivery(request, thread: thread, receive: receive)
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
        delivery.begin(byteCount: place.count)
        goOn(spool, place)
    }

    /// Gives the next piece of what is left.
    private func goOn(_ spool: DocumentSpool, _ rest: Range<Int>) {
        if delivery.hasEnded { return }
        if rest.isEmpty { return end(.marked) }
        do throws(ArchiveError) {
            let bytes = try spool.read(rest.lowerBound..<min(rest.upperBound, rest.lowerBound + Self.chunkByteCount))
            let left = (rest.lowerBound + bytes.count)..<rest.upperBound
            delivery.give(bytes, by: self) { self.context.perform { self.goOn(spool, left) } }
        } catch {
            end(BodyEnd(failure: error.failure))
        }
    }

    private func end(_ end: BodyEnd) { delivery.end(end, by: self) }
}
