import CProcessLink
import Foundation
import PhotoCore
import Synchronization

/// A worker, from its start to its end. Only the caller that leased it from the pool uses it.
final class WorkerProcess: Sendable {
    /// A number that is unique in the pool.
    let number: Int
    /// The number of the process.
    let process: pid_t
    /// The program's end of the link.
    let link: CInt
    /// The memory for the bytes of rows' pictures.
    let input = WorkerInput()
    /// A descriptor that becomes readable when the process ends; -1 if the kernel does not support it.
    private let ending: CInt

    private struct State {
        var isReady = false
        var isFinished = false
        var wasKilledByOthers = false
        var lastJob: UInt32 = 0
        var handedByteCount = 0
    }
    private let state = Mutex(State())

    /// Starts a worker; nil on failure.
    init?(_ program: DecoderProgram, _ kind: WorkerKind, number: Int) {
        var ends: [CInt] = [-1, -1]
        guard process_link_open(&ends) else { return nil }
        var arguments = Self.strings([program.path, kind.word])
        var environment = Self.strings(DecoderProgram.environment(kind))
        defer { for text in arguments + environment { free(text) } }
        let process = process_start(program.path, &arguments, &environment, ends[1])
        close(ends[1])
        guard process > 0 else {
            close(ends[0])
            return nil
        }
        self.number = number
        self.process = process
        link = ends[0]
        ending = process_descriptor(process)
    }

    /// C strings, which the caller frees one by one.
    private static func strings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
        texts.map { strdup($0) } + [nil]
    }

    deinit {
        _ = finish(killing: true)
        close(link)
        if ending >= 0 { close(ending) }
    }

    /// Whether the worker has reported that it is confined.
    var isReady: Bool { state.withLock { $0.isReady } }

    /// Notes that the worker is confined.
    func becameReady() { state.withLock { $0.isReady = true } }

    /// The number of the worker's next job.
    func nextJob() -> UInt32 {
        state.withLock {
            $0.lastJob &+= 1
            return $0.lastJob
        }
    }

    /// How much memory it has got with the bytes of pictures or the pixels of exports. It could have kept all of it.
    var handedByteCount: Int { state.withLock { $0.handedByteCount } }

    /// Notes that it gets such memory.
    func gets(_ byteCount: Int) { state.withLock { $0.handedByteCount += byteCount } }

    /// How the process ended.
    enum Ending: Equatable {
        case exited(status: CInt)
        case killed(signal: CInt, processorTime: Duration)

        /// Whether the kernel ended it because all its jobs together took too long. A worker under attack could send
        /// itself the same signal where the kernel has no filter: it has not used that time.
        func isEndOfTime(_ limits: WorkerLimits) -> Bool {
            guard case .killed(SIGXCPU, let used) = self else { return false }
            // The kernel counts in ticks, which may differ from this time.
            return used >= limits.processorTimeOfAllJobs / 2
        }
    }

    /// Waits for the process to end; kills it first if `killing`. Nil if an earlier call has done so.
    func finish(killing: Bool) -> Ending? {
        let isFirst = state.withLock { state in
            defer { state.isFinished = true }
            return !state.isFinished
        }
        guard isFirst else { return nil }
        var microseconds: Int64 = 0
        let status = process_finish(process, killing, &microseconds)
        // WIFSIGNALED and WEXITSTATUS, which are macros.
        if status & 0x7F == 0 { return .exited(status: status >> 8 & 0xFF) }
        if !killing, status & 0x7F == SIGKILL { state.withLock { $0.wasKilledByOthers = true } }
        return .killed(signal: status & 0x7F, processorTime: .microseconds(microseconds))
    }

    /// Whether another process or the kernel killed it: its program is not at fault then.
    var wasKilledByOthers: Bool { state.withLock { $0.wasKilledByOthers } }

    /// Whether the process has ended.
    var hasEnded: Bool {
        var watched = pollfd(fd: ending, events: Int16(POLLIN), revents: 0)
        return ending >= 0 && poll(&watched, 1, 0) == 1
    }

    /// Gives the process time to end by itself, as it does after it closes its link; then kills it and returns nil.
    func finish(withinMilliseconds milliseconds: CInt) -> Ending? {
        var watched = pollfd(fd: ending, events: Int16(POLLIN), revents: 0)
        if ending >= 0, poll(&watched, 1, milliseconds) == 1 { return finish(killing: false) }
        _ = finish(killing: true)
        return nil
    }

    /// The processor time that the process has used; nil if it has ended.
    var processorTime: Duration? {
        let nanoseconds = process_processor_time(process)
        return nanoseconds < 0 ? nil : .nanoseconds(nanoseconds)
    }
}
