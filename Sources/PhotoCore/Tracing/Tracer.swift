import Foundation
import Glibc
import Synchronization

/// Takes events as they occur; all methods may be called from any thread.
protocol TraceWriting: Sendable {
    /// Takes `events` in order. Must not block: the main context waits for it.
    func write(_ events: [TraceEvent])
    /// Finishes writing before it returns.
    func close()
}

/// Receives reports of every stage of the pipeline, for a file (`--trace`) and for the inspector.
///
/// Off unless one of them is active: then a call costs one relaxed load, and does not evaluate its arguments or
/// allocate. From any thread.
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

    /// A tracer without readers.
    public static let off = Tracer()

    /// `clock` counts microseconds and is monotonic.
    public init(clock: @escaping @Sendable () -> Int = Tracer.monotonicMicroseconds) { self.clock = clock }

    /// CLOCK_MONOTONIC.
    public static let monotonicMicroseconds: @Sendable () -> Int = {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
    }

    /// Whether there is a reader.
    public var isOn: Bool { isWanted.load(ordering: .relaxed) }

    /// The current time on the events' clock.
    public var now: Int { clock() }

    // MARK: - Who wants to know

    /// The current figures for the inspector.
    public var figures: TraceFigures { state.withLock { $0.figures } }

    /// Adds a reader of `figures`; balanced by `unwatch`.
    public func watch() { change { $0.watchers += 1 } }
    /// Undoes `watch`.
    public func unwatch() { change { $0.watchers -= 1 } }

    func attach(_ writer: any TraceWriting) { change { $0.writer = writer } }

    /// Ends the file: reports running work as cancelled, so that every start has its end.
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
            // Events missed without a reader would make later figures wrong.
            if !state.isWanted { state = State(lastRequest: state.lastRequest, windows: state.windows) }
            return state.isWanted
        }
        isWanted.store(isOn, ordering: .relaxed)
    }

    // MARK: - Taking events

    /// Records one event, created only if there is a reader. A duration ended at `end`, on the events' clock: exact
    /// times make nested work nest in the trace too.
    public func record(_ kind: @autoclosure () -> TraceEvent.Kind, endedAt end: Int? = nil) {
        record(at: end) { _ in [kind()] }
    }

    /// Reads the clock and calls the writer under the lock, so that a thread's events are written in order.
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

/// The calling thread's id and name in the kernel.
///
/// Read from /proc once per thread: Swift's Glibc has neither gettid nor pthread_getname_np.
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
