import CProcessLink
import Foundation
import PhotoCore

/// One request and its reply, on the calling thread: sends, waits, and ends a worker that does not reply.
struct WorkerExchange {
    /// How often cancellation and limits are checked.
    static let pollMilliseconds: CInt = 10
    /// How often a worker may ask for a size or for memory in one job: decoders ask up to seven times, two for each way
    /// to decode, and for memory once.
    static let mostQuestions = 16

    /// The result of an exchange.
    enum Outcome {
        /// The worker has replied, and is free again.
        case answered(DecodeReply, SharedMapping?)
        /// The picture ended the worker.
        case ended(DecodeFailure)
        /// The worker ended before it saw the picture.
        case endedEarly
    }

    private enum Start {
        case ready
        case cancelled
        case failed
    }
    private enum Message {
        case reply(DecodeReply)
        case nothing
        case broken
    }

    private let worker: WorkerProcess
    private let pool: WorkerPool
    private let limits: WorkerLimits
    private let kills: MemoryKills
    private let isCancelled: () -> Bool

    private let lent = LentMemory()
    private var allowance = PixelAllowance.none
    private var questions = 0
    private var patience: WorkerPatience
    private var givenUp: ContinuousClock.Instant?

    init(
        _ worker: WorkerProcess, _ pool: WorkerPool, _ limits: WorkerLimits, kills: MemoryKills = .shared,
        isCancelled: @escaping () -> Bool
    ) {
        self.worker = worker
        self.pool = pool
        self.limits = limits
        self.kills = kills
        self.isCancelled = isCancelled
        patience = WorkerPatience(limits, processorTime: worker.processorTime ?? .zero, at: .now)
    }

    /// Waits until the worker has reported its fences; false if it does not.
    mutating func prepare() -> Bool { waitUntilReady() == .ready }

    // MARK: - Jobs and frames

    /// Makes the worker carry out `task` on `data`, or on `memory`. `piece` receives the pieces of a file, and returns
    /// false to cancel the job.
    mutating func run(
        _ task: DecodeTask, _ data: [Data], memory: CInt = -1, size: (PixelSize) -> PixelSize,
        piece: (Data) -> Bool = { _ in true }
    ) -> Outcome {
        switch waitUntilReady() {
        case .ready: break
        // The worker starts for the next job.
        case .cancelled: return .answered(.failed(.cancelled), nil)
        case .failed: return end(nil, sawPicture: false)
        }
        guard !hasMessage else { return dismiss() }
        kills.note()
        allowance = PixelAllowance(task, data.first, pixelLimit: limits.pixels)
        let job = worker.nextJob()
        if isCancelled() { return .answered(.failed(.cancelled), nil) }
        defer { worker.input.free() }
        if memory >= 0 { worker.gets(task.memory ?? 0) }
        guard send(.begin(job: job, task, pixelLimit: limits.pixels), job, memory),
            data.allSatisfy({ task.staysInInput && WorkerInput.isFor($0) ? sendInInput($0, job) : sendAll($0, job) }),
            send(givenUp == nil ? .end : .cancel(job: job), job)
        else { return end(nil, sawPicture: false) }
        while true {
            if let failure = overrun(job) { return end(failure, sawPicture: true) }
            switch receive() {
            case .nothing: continue
            case .broken: return end(nil, sawPicture: true)
            case .reply(.sizeAsked(let original)) where task == .whole:
                questions += 1
                guard questions <= Self.mostQuestions else { return end(nil, sawPicture: true) }
                let wanted = size(original)
                allowance.allow(wanted)
                guard send(.size(wanted), job) else { return end(nil, sawPicture: true) }
            case .reply(.memoryAsked(let count)):
                guard lend(count) else { return end(nil, sawPicture: true) }
            case .reply(.piece(let bytes)) where task.isAnsweredInPieces:
                guard givenUp == nil else { continue }
                let start = ContinuousClock.now
                let goesOn = piece(bytes)
                // A slow disk does not count as the worker's silence.
                patience.excuse(ContinuousClock.now - start)
                if !goesOn { giveUp(job) }
            case .reply(let reply): return answered(reply)
            }
        }
    }

    /// Makes the worker draw the next frame of its photo, which has this size, at this level of detail. A worker that
    /// continues with a cancelled frame is killed.
    mutating func frame(of size: PixelSize, play: UInt32, level: Int) -> Outcome {
        guard !hasMessage else { return dismiss() }
        allowance = PixelAllowance(frameOf: size)
        guard send(.frame(play: play, level: level), 0) else { return end(nil, sawPicture: true) }
        while true {
            if givenUp == nil, isCancelled() { givenUp = .now }
            if let failure = overrun(nil) { return end(failure, sawPicture: true) }
            switch receive() {
            case .nothing: continue
            case .broken: return end(nil, sawPicture: true)
            case .reply(.memoryAsked(let count)):
                guard lend(count) else { return end(nil, sawPicture: true) }
            case .reply(let reply): return answered(reply)
            }
        }
    }

    // MARK: - Memory for pixels

    /// Answers a question for memory; false if the worker asks too often, keeps what it had, or does not take the
    /// answer. A worker that may not have so much lives on: its picture says that there is not enough memory.
    private mutating func lend(_ count: Int) -> Bool {
        questions += 1
        guard questions <= Self.mostQuestions, lent.isBack else { return false }
        // A cancelled job needs none, but its worker waits for an answer.
        guard givenUp == nil, let memory = lent.lend(count, of: allowance) else { return send(.notLent, 0) }
        defer { close(memory) }
        return send(.lent(count: count), 0, memory)
    }

    /// The end of a job or frame. The memory for its pixels is back, or the worker is ended.
    private func answered(_ reply: DecodeReply) -> Outcome {
        // A reply after cancellation is ignored.
        guard givenUp == nil, let count = reply.memory else {
            guard lent.isBack else { return end(nil, sawPicture: true) }
            return .answered(givenUp == nil ? reply : .failed(.cancelled), nil)
        }
        guard let memory = lent.take(count) else { return end(nil, sawPicture: true) }
        return .answered(reply, memory)
    }

    // MARK: - Messages

    private mutating func waitUntilReady() -> Start {
        while !worker.isReady {
            if isCancelled() { return .cancelled }
            if patience.isSilent(at: .now) { return .failed }
            switch receive() {
            case .nothing: continue
            case .reply(.ready(let fences)): pool.becameReady(worker, fences)
            case .reply, .broken: return .failed
            }
        }
        patience.isReady(processorTime: worker.processorTime)
        return .ready
    }

    private mutating func sendAll(_ data: Data, _ job: UInt32) -> Bool {
        // Long data is sent in memory, which saves copies: a photo has megabytes.
        if data.count > DecodeRequest.longestPiece { return sendInMemory(data, job) }
        var rest = data
        while !rest.isEmpty, givenUp == nil {
            let piece = rest.prefix(DecodeRequest.longestPiece)
            guard send(.bytes(piece), job) else { return false }
            rest = rest.dropFirst(piece.count)
            // The worker sees the cancellation after the pieces that are already sent.
            if isCancelled() { givenUp = .now }
        }
        return true
    }

    /// Nothing of a row's picture is read after its job: the next one may have the same memory.
    private mutating func sendInInput(_ data: Data, _ job: UInt32) -> Bool {
        switch worker.input.fill(data) {
        case nil: return false
        case .memory(let descriptor, let capacity)?:
            worker.gets(capacity)
            guard send(.input(capacity: capacity), job, descriptor) else { return false }
        case .some(.none): break
        }
        if isCancelled() { givenUp = .now }
        return givenUp != nil || send(.filled(count: data.count), job)
    }

    private mutating func sendInMemory(_ data: Data, _ job: UInt32) -> Bool {
        let memory = data.withUnsafeBytes { bytes in bytes.baseAddress.map { shared_memory_copy($0, bytes.count) } ?? -1
        }
        guard memory >= 0 else { return false }
        defer { close(memory) }
        if isCancelled() { givenUp = .now }
        if givenUp != nil { return true }
        worker.gets(data.count)
        return send(.memory(count: data.count), job, memory)
    }

    /// Sends a request; false if the worker does not take it.
    private mutating func send(_ request: DecodeRequest, _ job: UInt32, _ memory: CInt = -1) -> Bool {
        let bytes = request.encoded
        while true {
            switch process_link_send(worker.link, bytes, bytes.count, memory, false) {
            case process_link_again:
                if givenUp == nil, isCancelled() { givenUp = .now }
                if overrun(nil) != nil { return false }
                wait(for: POLLOUT)
            case process_link_crowded:
                if givenUp == nil, isCancelled() { givenUp = .now }
                if overrun(nil) != nil { return false }
                // The socket itself has room.
                usleep(1000)
            case bytes.count:
                patience.sign(at: .now)
                return true
            default: return false
            }
        }
    }

    private mutating func receive() -> Message {
        wait(for: POLLIN)
        var descriptor: CInt = -1
        return withUnsafeTemporaryAllocation(byteCount: DecodeReply.longest, alignment: 16) { room in
            guard let base = room.baseAddress else { return .broken }
            let count = process_link_receive(worker.link, base, room.count, &descriptor, false)
            if count == process_link_again { return .nothing }
            // No message of a worker has memory.
            if descriptor >= 0 { close(descriptor) }
            guard count > 0, descriptor < 0,
                let reply = DecodeReply(UnsafeRawBufferPointer(rebasing: room[..<count]))
            else { return .broken }
            if case .piece = reply {} else { patience.sign(at: .now) }
            return .reply(reply)
        }
    }

    /// Whether the worker has sent something, or has closed its link.
    var hasMessage: Bool {
        var watched = pollfd(fd: worker.link, events: Int16(POLLIN), revents: 0)
        return poll(&watched, 1, 0) != 0
    }

    private func wait(for event: CInt) {
        var watched = pollfd(fd: worker.link, events: Int16(event), revents: 0)
        // After a cancellation, until the worker's time is up.
        let rest = givenUp.map { (limits.cancellation - (.now - $0)) / .milliseconds(1) } ?? .infinity
        poll(&watched, 1, CInt(min(max(rest.rounded(.up), 0), Double(Self.pollMilliseconds))))
    }

    // MARK: - Limits

    /// The reason to end the worker now, if any. A cancelled job first sends a cancellation.
    private mutating func overrun(_ job: UInt32?) -> DecodeFailure? {
        let now = ContinuousClock.now
        if let givenUp { return now - givenUp >= limits.cancellation ? .cancelled : nil }
        if let job, isCancelled(), !giveUp(job) { return .cancelled }
        let isTooSlow = patience.isOver(at: now, processorTime: worker.processorTime)
        return isTooSlow ? .tooSlow(seconds: Int(limits.silence.components.seconds)) : nil
    }

    /// Sends the cancellation of the job; false if the worker does not take it.
    @discardableResult
    private mutating func giveUp(_ job: UInt32) -> Bool {
        givenUp = .now
        return send(.cancel(job: job), job)
    }

    // MARK: - The end of a worker

    /// Ends a worker that says something unasked: it would be taken for the reply to what is asked next.
    private func dismiss() -> Outcome {
        // One that others have killed is not at fault.
        _ = worker.finish(withinMilliseconds: 0)
        pool.lost(worker)
        return .endedEarly
    }

    private func end(_ failure: DecodeFailure?, sawPicture: Bool) -> Outcome {
        // A worker with a failure, or without a wanted job, is killed. One that broke the link ends by itself, and its
        // status tells why.
        let isWanted = failure == nil && givenUp == nil
        let ending = isWanted ? worker.finish(withinMilliseconds: 200) : worker.finish(killing: true)
        pool.lost(worker)
        if let failure { return .ended(failure) }
        if givenUp != nil { return .ended(.cancelled) }
        guard sawPicture else { return .endedEarly }
        switch ending {
        // Not from this program: from the kernel when memory runs out, or from a person or a service.
        case .killed(SIGKILL, _): return .ended(kills.haveGrown ? .outOfMemory : .killed)
        // It is no fault of the last job.
        case let ending? where ending.isEndOfTime(limits): return .endedEarly
        case .killed, .exited, nil: return .ended(.crashed)
        }
    }
}
