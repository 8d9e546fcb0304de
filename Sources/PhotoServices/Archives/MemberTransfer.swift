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
    private let thread: EventLoopThread
    private let context = SerialContext("Archive", target: MemberTransfer.queue)
    private let state: Confined<State>
    private let isCancelled: CancelFlag
    private let receive: Mutex<(@Sendable (WireEvent) -> Void)?>

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
        self.thread = thread
        self.receive = Mutex(receive)
        state = Confined(State(), to: context)
    }

    func start() { context.perform { self.open(isNew: false) } }

    func cancel() {
        isCancelled.value.store(true, ordering: .relaxed)
        end(BodyEnd(failure: .cancelled))
    }

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
            tell(.file(nil, byteCount: found.byteCount))
            tell(.opened(nil, HostPolicy.Observation()))
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
        let next: @Sendable () -> Void = { self.context.perform { self.goOn() } }
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
        // Its worker is free for another one.
        context.perform { self.state.reader = nil }
        thread.perform {
            let receive = self.receive.withLock { $0.take() }
            self.isCancelled.value.store(true, ordering: .relaxed)
            self.request.flow?.ended(self)
            receive?(.ended(end))
        }
    }
}
