import Foundation
import GLibBridge
import Synchronization

/// Runs the keyring's calls one after the other on a thread of their own, and gives each only so much time: libsecret
/// has no time limit, and a service that hangs would hold up all photos behind a password. From any thread.
package final class KeyringPatience: Sendable {
    /// How long a call may take, in seconds, from when it is requested.
    package struct Limits: Sendable {
        /// As long as nobody is asked anything.
        let service: Double
        /// While a person is asked to unlock the keyring.
        let person: Double

        /// For a secret service, or for the portal of a sandbox, which does not tell whether it asks a person.
        package static func standard(inSandbox: Bool) -> Limits {
            Limits(service: Double(inSandbox ? personSeconds : serviceSeconds), person: Double(personSeconds))
        }
    }

    /// What tells the time, in seconds.
    package struct Clock: Sendable {
        let now: @Sendable () -> Double
        /// Calls what it gets after this time.
        let wait: @Sendable (_ seconds: Double, _ end: @escaping @Sendable () -> Void) -> Void

        /// The system's.
        package static var system: Clock {
            let queue = DispatchQueue(label: "Keyring")
            return Clock {
                Double(DispatchTime.now().uptimeNanoseconds) / 1e9
            } wait: { seconds, end in
                queue.asyncAfter(deadline: .now() + seconds, execute: end)
            }
        }
    }

    /// A service answers in milliseconds.
    package static let serviceSeconds = 10
    /// Enough to type a password. A later attempt asks again.
    package static let personSeconds = 60
    /// A thread whose call does not even end when it is cancelled is left to itself: at most this many.
    package static let mostLostThreads = 4
    /// For a call to end once it is cancelled, in seconds.
    static let grace = 1.0

    private struct State {
        /// Started on first use; most servers never need it.
        var thread: EventLoopThread?
        var lostThreads = 0
    }
    private let limits: Limits
    private let clock: Clock
    private let isPersonAsked: @Sendable () -> Bool
    private let lost: @Sendable () -> Void
    private let state = Mutex(State())

    /// Waits as `limits` say; `isPersonAsked` tells whether the keyring waits for a person. `lost` is called, from any
    /// thread, when a call is left to itself; it calls nothing here.
    package init(
        _ limits: Limits, clock: Clock = .system, lost: @escaping @Sendable () -> Void = {},
        isPersonAsked: @escaping @Sendable () -> Bool
    ) {
        (self.limits, self.clock, self.lost, self.isPersonAsked) = (limits, clock, lost, isPersonAsked)
    }

    /// Runs `work` after earlier ones, which ends soon once its cancellable is cancelled. Calls `completion` exactly
    /// once, from any thread, with its result; with nil if that takes too long.
    package func perform<Value: Sendable>(
        _ work: @escaping @Sendable (Cancellable) -> Value, completion: @escaping @Sendable (Value?) -> Void
    ) {
        guard let thread = thread() else { return completion(nil) }
        let call = KeyringCall(completion)
        thread.perform {
            guard call.begin() else { return }
            call.end(work(call.cancellable))
        }
        watch(call, on: thread, since: clock.now(), for: limits.service)
    }

    /// Nil if too many do not come back.
    private func thread() -> EventLoopThread? {
        state.withLock { state in
            if let thread = state.thread { return thread }
            guard state.lostThreads < Self.mostLostThreads else { return nil }
            let thread = EventLoopThread(name: "keyring")
            state.thread = thread
            return thread
        }
    }

    private func watch<Value: Sendable>(
        _ call: KeyringCall<Value>, on thread: EventLoopThread, since start: Double, for seconds: Double
    ) {
        clock.wait(seconds) { [self] in
            guard !call.isOver else { return }
            let waited = clock.now() - start
            if isPersonAsked(), waited < limits.person {
                return watch(call, on: thread, since: start, for: min(limits.service, limits.person - waited))
            }
            call.giveUp()
            clock.wait(Self.grace) { [self] in lose(thread, ifIn: call) }
        }
    }

    /// Takes another thread for the next calls if `call` still holds this one.
    private func lose<Value: Sendable>(_ thread: EventLoopThread, ifIn call: KeyringCall<Value>) {
        let isLost = state.withLock { state in
            guard state.thread === thread, call.isRunning else { return false }
            state.thread = nil
            state.lostThreads += 1
            // Before another thread makes the next call.
            lost()
            return true
        }
        guard isLost else { return }
        // Runs once that call returns.
        thread.perform { [self] in state.withLock { $0.lostThreads -= 1 } }
    }
}

/// One call of the keyring, with those who wait for its result.
private final class KeyringCall<Value: Sendable>: Sendable {
    private struct State {
        var completion: (@Sendable (Value?) -> Void)?
        var isRunning = false
    }
    let cancellable = Cancellable()
    private let state: Mutex<State>

    init(_ completion: @escaping @Sendable (Value?) -> Void) { state = Mutex(State(completion: completion)) }

    /// Whether its completion has been called.
    var isOver: Bool { state.withLock { $0.completion == nil } }

    /// Whether it holds its thread.
    var isRunning: Bool { state.withLock { $0.isRunning } }

    /// Whether it is still to be made.
    func begin() -> Bool {
        state.withLock { state in
            state.isRunning = state.completion != nil
            return state.isRunning
        }
    }

    func end(_ value: Value) {
        state.withLock { state in
            state.isRunning = false
            return state.completion.take()
        }?(value)
    }

    func giveUp() {
        let completion = state.withLock { $0.completion.take() }
        cancellable.cancel()
        completion?(nil)
    }
}
