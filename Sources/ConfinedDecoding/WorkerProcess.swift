import CProcessLink
import Foundation
import PhotoCore
import Synchronization

/// A worker, from its start to its end. Those who have it from the pool are the only ones who use it.
final class WorkerProcess: Sendable {
    /// Tells it from all that the pool ever has.
    let number: Int
    /// The process's number.
    let process: pid_t
    /// Our end of the link to it.
    let link: CInt
    /// Becomes readable when it ends; -1 where the kernel has no such thing.
    private let ending: CInt

    private struct State {
        var isReady = false
        var isFinished = false
        var wasKilledByOthers = false
        var lastJob: UInt32 = 0
    }
    private let state = Mutex(State())

    /// Starts one; nil where that fails.
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

    /// As C has them, to be freed one by one.
    private static func strings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
        texts.map { strdup($0) } + [nil]
    }

    deinit {
        _ = finish(killing: true)
        close(link)
        if ending >= 0 { close(ending) }
    }

    /// Whether it has said that it is confined.
    var isReady: Bool { state.withLock { $0.isReady } }

    /// Takes that in.
    func becameReady() { state.withLock { $0.isReady = true } }

    /// A number for its next job.
    func nextJob() -> UInt32 {
        state.withLock {
            $0.lastJob &+= 1
            return $0.lastJob
        }
    }

    /// How it ended.
    enum Ending: Equatable {
        case exited(status: CInt)
        case killed(signal: CInt)
    }

    /// Waits for its end, and has it end first if `killing`. Nil where that was done before.
    func finish(killing: Bool) -> Ending? {
        let isFirst = state.withLock { state in
            defer { state.isFinished = true }
            return !state.isFinished
        }
        guard isFirst else { return nil }
        let status = process_finish(process, killing)
        // WIFSIGNALED and WEXITSTATUS, which are macros.
        if status & 0x7F == 0 { return .exited(status: status >> 8 & 0xFF) }
        if !killing, status & 0x7F == SIGKILL { state.withLock { $0.wasKilledByOthers = true } }
        return .killed(signal: status & 0x7F)
    }

    /// Whether another process or the kernel killed it: then its program is not at fault.
    var wasKilledByOthers: Bool { state.withLock { $0.wasKilledByOthers } }

    /// Whether it is no longer running.
    var hasEnded: Bool {
        var watched = pollfd(fd: ending, events: Int16(POLLIN), revents: 0)
        return ending >= 0 && poll(&watched, 1, 0) == 1
    }

    /// Waits until it ends by itself, as one that has closed its link will; then ends it.
    func finish(withinMilliseconds milliseconds: CInt) -> Ending? {
        var watched = pollfd(fd: ending, events: Int16(POLLIN), revents: 0)
        let hasEnded = ending >= 0 && poll(&watched, 1, milliseconds) == 1
        return finish(killing: !hasEnded)
    }

    /// In nanoseconds; nil where it has ended.
    var processorTime: Int64? {
        let time = process_processor_time(process)
        return time < 0 ? nil : time
    }
}
