import Foundation
import Glibc
import Synchronization

/// Takes events as they happen; every method may be called from any thread.
protocol TraceWriting: Sendable {
    /// Takes `events`, in their order. Must not block: the main context waits for it.
    func write(_ events: [TraceEvent])
    /// Ends: what was taken is written when this returns.
    func close()
}

/// What every stage of the pipeline tells what it does: for a file (`--trace`), and for the inspector.
///
/// Off unless one of the two wants to know: then a call costs one relaxed load, and neither its arguments are evaluated
/// nor memory allocated. From any thread.
public final class Tracer: Sendable {
    private struct State {
        var timelines = PhotoTimelines()
        var figures = TraceFigures()
        var requests: [Int: Int] = [:]
        var lastRequest = 0
        var windows = 0
        var threads: [pthread_t: TraceThread] = [:]
        var writer: (any TraceWriting)?
        var watchers = 0
        var isWanted: Bool { writer != nil || watchers > 0 }
    }
    private let state = Mutex(State())
    private let isWanted = Atomic(false)
    private let clock: @Sendable () -> Int

    /// A tracer that is off until somebody wants to know.
    public static let off = Tracer()

    /// `clock` counts microseconds and never goes back.
    public init(clock: @escaping @Sendable () -> Int = Tracer.monotonicMicroseconds) { self.clock = clock }

    /// CLOCK_MONOTONIC.
    public static let monotonicMicroseconds: @Sendable () -> Int = {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
    }

    /// Whether anybody wants to know.
    public var isOn: Bool { isWanted.load(ordering: .relaxed) }

    /// Now, on the clock of the events.
    public var now: Int { clock() }

    // MARK: - Who wants to know

    /// What the inspector shows, as of now.
    public var figures: TraceFigures { state.withLock { $0.figures } }

    /// Counts one who looks at `figures`; balanced by `unwatch`.
    public func watch() { change { $0.watchers += 1 } }
    /// Undoes `watch`.
    public func unwatch() { change { $0.watchers -= 1 } }

    /// Sends all events to `writer` from now on.
    func attach(_ writer: any TraceWriting) { change { $0.writer = writer } }

    /// Ends the file: what is under way is said to have been given up, so that each beginning in it has its end.
    public func close() {
        record { state in
            state.timelines.endAll()
                + state.requests.sorted { $0.key < $1.key }.map {
                    .requestEnded($0.key, bytes: $0.value, failure: "The program ended.")
                }
        }
        let writer = state.withLock { $0.writer }
        change { $0.writer = nil }
        writer?.close()
    }

    private func change(_ body: (inout State) -> Void) {
        let isOn = state.withLock { state in
            body(&state)
            // What is missed while nobody wants to know would be wrong in what is said later.
            if !state.isWanted { state = State(lastRequest: state.lastRequest, windows: state.windows) }
            return state.isWanted
        }
        isWanted.store(isOn, ordering: .relaxed)
    }

    // MARK: - Taking events

    /// Records one event, made only if anybody wants to know. What took time ended at `end`, on the clock of the
    /// events: told exactly, so that what happened within something else lies within it in the trace too.
    public func record(_ kind: @autoclosure () -> TraceEvent.Kind, endedAt end: Int? = nil) {
        record(at: end) { _ in [kind()] }
    }

    /// The clock is read and the writer called under the lock, so that a thread's events are written in the order of
    /// their times.
    private func record(at end: Int? = nil, _ kinds: (inout State) -> [TraceEvent.Kind]) {
        guard isOn else { return }
        state.withLock { state in
            guard state.isWanted else { return }
            let counts = state.timelines.counts
            var kinds = kinds(&state)
            if state.timelines.counts != counts { kinds.append(.counts(state.timelines.counts)) }
            guard !kinds.isEmpty else { return }
            let thread = state.threads[pthread_self()] ?? TraceThread()
            if state.threads.updateValue(thread, forKey: pthread_self()) == nil {
                kinds.insert(.threadSeen(name: thread.name), at: 0)
            }
            let time = end ?? clock()
            let events = kinds.map { TraceEvent(time: time, thread: thread.number, kind: $0) }
            for event in events { state.figures.take(event) }
            state.writer?.write(events)
        }
    }

    // MARK: - For the hooks

    func recordPhotos(_ change: (inout PhotoTimelines) -> [TraceEvent.Kind]) { record { change(&$0.timelines) } }

    func recordOpen(_ photo: TraceEvent.Photo, _ kind: TraceEvent.Kind) {
        record { $0.timelines.isOpen(photo) ? [kind] : [] }
    }

    func newWindow() -> Int {
        state.withLock { state in
            state.windows += 1
            return state.windows
        }
    }

    func requestBegan(_ url: @autoclosure () -> String) -> Int {
        var number = 0
        record { state in
            state.lastRequest += 1
            number = state.lastRequest
            state.requests[number] = 0
            return [.requestBegan(number, url: url())]
        }
        return number
    }

    func requestAnswered(_ number: Int, status: Int) {
        record { $0.requests[number] == nil ? [] : [.requestAnswered(number, status: status)] }
    }

    func requestReceived(_ number: Int, bytes: Int) {
        record { state in
            guard let before = state.requests[number], bytes > 0 else { return [] }
            state.requests[number] = before + bytes
            return [.requestReceived(number, bytes: bytes)]
        }
    }

    func requestEnded(_ number: Int, failure: @autoclosure () -> String?) {
        record { state in
            guard let bytes = state.requests.removeValue(forKey: number) else { return [] }
            return [.requestEnded(number, bytes: bytes, failure: failure())]
        }
    }
}

/// The thread that asks for it, as the kernel knows it.
///
/// Read from /proc, once a thread: neither gettid nor pthread_getname_np is in Swift's Glibc.
struct TraceThread: Sendable, Equatable {
    let number: Int
    let name: String

    init() {
        // "1234/task/1236" (proc(5), since Linux 3.17).
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
        number = link?.split(separator: "/").last.flatMap { Int($0) } ?? 0
        if number == Int(getpid()) {
            name = "main context"
        } else {
            let text = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
            name = text?.trimmingCharacters(in: .newlines) ?? "thread \(number)"
        }
    }
}
