import Foundation
import GLibBridge
import PhotoCore
import Synchronization

/// One request for a member of an archive. Its events come on the network thread, like those of a ``Transfer``.
final class MemberTransfer: FetchTask {
    private struct State {
        var reader: MemberReader?
        var received = 0
    }
    private let request: WireRequest
    private let member: ArchiveMember
    private let shelf: ArchiveShelf
    private let access: ArchiveAccess
    private let context = SerialContext("Archive", target: MemberTransfer.queue)
    private let state: Confined<State>
    private let isCancelled: CancelFlag
    private let delivery: LocalDelivery

    /// Its threads wait for disks and servers. The download queues bound their number.
    private static let queue = DispatchQueue(label: "Archives", attributes: .concurrent)
    private static let chunkByteCount = 64 << 10

    private final class CancelFlag: Sendable {
        let value = Atomic(false)
    }

    init(
        _ request: WireRequest, _ member: ArchiveMember, on shelf: ArchiveShelf, over network: DataFetcher,
        thread: EventLoopThread, receive: @escaping @Sendable (WireEvent) -> Void
    ) {
        let flag = CancelFlag()
        isCancelled = flag
        self.request = request
        self.member = member
        self.shelf = shelf
        access = ArchiveAccess(network: network, unpacker: shelf.unpacker) { flag.value.load(ordering: .relaxed) }
        delivery = LocalDelivery(request, thread: thread, receive: receive)
        state = Confined(State(), to: context)
    }

    func start() { context.perform { self.open(isNew: false) } }

    func cancel() { end(BodyEnd(failure: .cancelled)) }

    private func open(isNew: Bool) {
        if isCancelled.value.load(ordering: .relaxed) { return }
        do throws(ArchiveError) {
            let archive = try shelf.archive(at: member.archive, access, isNew: isNew)
            guard let found = archive.member(member.name) else { throw .memberMissing }
            if let count = found.byteCount, count > request.limit {
                return end(BodyEnd(failure: .tooLarge(limit: request.limit)))
            }
            let reader = try archive.reader(of: found, access)
            let first = try reader.read(Self.chunkByteCount)
            state.reader = reader
            delivery.begin(byteCount: found.byteCount)
            give(first)
        } catch {
            // Its list of members is of an older version.
            if case .changed = error, !isNew { return open(isNew: true) }
            end(BodyEnd(failure: error.failure))
        }
    }

    private func goOn() {
        if isCancelled.value.load(ordering: .relaxed) { return }
        do throws(ArchiveError) {
            guard let reader = state.reader else { return }
            give(try reader.read(Self.chunkByteCount))
        } catch {
            end(BodyEnd(failure: error.failure))
        }
    }

    private func give(_ bytes: [UInt8]) {
        if bytes.isEmpty {
            state.reader = nil
            return end(.marked)
        }
        state.received += bytes.count
        if state.received > request.limit { return end(BodyEnd(failure: .tooLarge(limit: request.limit))) }
        delivery.give(bytes, by: self) { self.context.perform { self.goOn() } }
    }

    private func end(_ end: BodyEnd) {
        // Nothing more is read, and its worker is free for another one.
        isCancelled.value.store(true, ordering: .relaxed)
        context.perform { self.state.reader = nil }
        delivery.end(end, by: self)
    }
}
