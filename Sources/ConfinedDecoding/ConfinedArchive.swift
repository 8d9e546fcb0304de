import CProcessLink
import Foundation
import PhotoCore

/// An archive that a worker reads. It asks this process for the archive's bytes, one piece after the other; nothing
/// that it says is trusted. Belongs to one thread at a time.
final class ConfinedArchive: ArchiveReading {
    private enum Message {
        case reply(ArchiveReply)
        case nothing
        case broken
    }

    private let worker: WorkerProcess
    private let pool: WorkerPool
    private let limits: WorkerLimits
    private let source: any ArchiveSource
    private let isCancelled: @Sendable () -> Bool
    /// Why there is no worker any more.
    private var failure: ArchiveFailure?
    /// Whether there is no further member.
    private var hasEnded = false
    /// How many bytes the worker has got, and may get: one that asks again and again would never end.
    private var asked = 0
    private let mostAsked: Int

    /// Reads the bytes of `source` in `worker`, which is given back or lost with this object.
    init(
        _ worker: WorkerProcess, _ pool: WorkerPool, _ limits: WorkerLimits, _ source: any ArchiveSource,
        isCancelled: @escaping @Sendable () -> Bool
    ) {
        self.worker = worker
        self.pool = pool
        self.limits = limits
        self.source = source
        self.isCancelled = isCancelled
        mostAsked = ArchiveLimits.asked(of: source.byteCount)
    }

    deinit {
        if failure != nil { return }
        // Nothing is asked at present: each question ends with its reply or with the worker.
        if Self.send(.close, to: worker) {
            pool.give(back: worker)
        } else {
            _ = worker.finish(killing: true)
            pool.lost(worker)
        }
    }

    // MARK: - Members

    func open(_ formats: ArchiveFormats) throws(ArchiveFailure) {
        MemoryKills.shared.note()
        guard case .opened = try reply(to: .open(formats, byteCount: source.byteCount)) else { throw distrust() }
    }

    func next() throws(ArchiveFailure) -> ArchiveHeader? {
        if hasEnded { return nil }
        switch try reply(to: .next) {
        case .member(let header): return header
        case .ended:
            hasEnded = true
            return nil
        default: throw distrust()
        }
    }

    func read(_ count: Int) throws(ArchiveFailure) -> [UInt8] {
        let count = min(count, DecodeRequest.longestPiece)
        guard count > 0 else { return [] }
        guard case .piece(let bytes) = try reply(to: .read(count: count)), bytes.count <= count else {
            throw distrust()
        }
        return [UInt8](bytes)
    }

    func skip() throws(ArchiveFailure) {
        guard case .skipped = try reply(to: .skip) else { throw distrust() }
    }

    // MARK: - Messages

    /// Asks the worker, gives it the bytes that it wants for its reply, and waits for that.
    private func reply(to request: ArchiveRequest) throws(ArchiveFailure) -> ArchiveReply {
        if let failure { throw failure }
        if isCancelled() { throw .cancelled }
        guard Self.send(request, to: worker) else { throw ended() }
        var patience: WorkerPatience?
        var givenUp: ContinuousClock.Instant?
        while true {
            if givenUp == nil, isCancelled() { givenUp = .now }
            if let givenUp, ContinuousClock.now - givenUp >= limits.cancellation { throw end(.cancelled) }
            switch receive(givenUp) {
            case .nothing:
                // It is watched from here on: most replies come earlier.
                var watch =
                    patience ?? WorkerPatience(limits, processorTime: worker.processorTime ?? .zero, at: .now)
                if watch.isOver(at: .now, processorTime: worker.processorTime) {
                    throw end(.tooSlow(seconds: Int(limits.silence.components.seconds)))
                }
                patience = watch
            case .broken: throw ended()
            case .reply(.wanted(let offset, let count)):
                let answer = try givenUp == nil ? bytes(at: offset, most: count) : ArchiveRequest.noBytes
                guard Self.send(answer, to: worker) else { throw ended() }
                patience = nil
            case .reply(let reply):
                // The worker is free again, but its reply may be that it has no bytes.
                if givenUp != nil { throw .cancelled }
                if case .failed(let reason) = reply { throw reason }
                return reply
            }
        }
    }

    /// The bytes that the worker wants.
    private func bytes(at offset: Int, most count: Int) throws(ArchiveFailure) -> ArchiveRequest {
        guard offset < source.byteCount else { throw distrust() }
        // Bytes that are not there cost as well: it may ask for them for ever.
        try charge(ArchiveLimits.leastAsked)
        guard let bytes = source.bytes(at: offset, most: count)?.prefix(count) else { return .noBytes }
        try charge(max(0, bytes.count - ArchiveLimits.leastAsked))
        return .bytes(Data(bytes))
    }

    private func charge(_ cost: Int) throws(ArchiveFailure) {
        guard cost <= mostAsked - asked else { throw end(.damaged(reason: "")) }
        asked += cost
    }

    /// Sends a request; false if the worker does not take it. It never waits: a worker that takes part reads each
    /// message before the next one.
    private static func send(_ request: ArchiveRequest, to worker: WorkerProcess) -> Bool {
        let bytes = request.encoded
        return process_link_send(worker.link, bytes, bytes.count, -1, false) == bytes.count
    }

    private func receive(_ givenUp: ContinuousClock.Instant?) -> Message {
        var watched = pollfd(fd: worker.link, events: Int16(POLLIN), revents: 0)
        // After a cancellation, until the worker's time is up.
        let rest = givenUp.map { (limits.cancellation - (.now - $0)) / .milliseconds(1) } ?? .infinity
        poll(&watched, 1, CInt(min(max(rest.rounded(.up), 0), Double(WorkerExchange.pollMilliseconds))))
        var descriptor: CInt = -1
        return withUnsafeTemporaryAllocation(byteCount: DecodeReply.longest, alignment: 16) { room in
            guard let base = room.baseAddress else { return .broken }
            let count = process_link_receive(worker.link, base, room.count, &descriptor, false)
            if count == process_link_again { return .nothing }
            // No message about an archive has memory.
            if descriptor >= 0 { close(descriptor) }
            guard count > 0, descriptor < 0,
                let reply = ArchiveReply(UnsafeRawBufferPointer(rebasing: room[..<count]))
            else { return .broken }
            return .reply(reply)
        }
    }

    // MARK: - The end of a worker

    /// The status with which libarchive ends its process when it gets no memory (`__archive_errx`).
    private static let memoryStatus: CInt = 1

    /// Kills the worker.
    private func end(_ reason: ArchiveFailure) -> ArchiveFailure {
        _ = worker.finish(killing: true)
        pool.lost(worker)
        failure = reason
        return reason
    }

    /// Kills a worker whose reply does not fit the request.
    private func distrust() -> ArchiveFailure { failure ?? end(.crashed) }

    /// Ends a worker that broke the link. Most end by themselves, and the status tells why.
    private func ended() -> ArchiveFailure {
        let ending = worker.finish(withinMilliseconds: 200)
        pool.lost(worker)
        let reason: ArchiveFailure
        switch ending {
        // Not from this program: from the kernel when memory runs out, or from a person or a service.
        case .killed(SIGKILL, _): reason = MemoryKills.shared.haveGrown ? .outOfMemory : .killed
        case let ending? where ending.isEndOfTime(limits): reason = .killed
        case .exited(status: Self.memoryStatus): reason = .outOfMemory
        case .killed, .exited, nil: reason = .crashed
        }
        failure = reason
        return reason
    }
}
