import Foundation

/// A serial queue that confines state: see ``Confined``.
public struct SerialContext: Sendable {
    private let queue: DispatchQueue

    /// Creates a queue; with a `target`, it runs on that queue's threads.
    public init(_ label: String, target: DispatchQueue? = nil) {
        queue =
            target.map { DispatchQueue(label: label, target: $0) } ?? DispatchQueue(label: label, qos: .userInitiated)
    }

    /// Runs `work` in the context soon, never inside this call, in the order of the calls. From any thread.
    public func perform(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

    /// The same after `seconds`.
    public func perform(after seconds: Double, _ work: @escaping @Sendable () -> Void) {
        queue.asyncAfter(deadline: .now() + seconds, execute: work)
    }

    /// Stops the program unless called in the context.
    func check() { dispatchPrecondition(condition: .onQueue(queue)) }
}

/// State that only one context accesses: every access checks this, and stops the program on a violation.
///
/// An object whose mutable state is all in here is Sendable without further annotation. Accesses must not overlap: a
/// closure inside a mutating call of one member must not access another member.
///
/// @unchecked Sendable: `state` is accessed only in `context`, a serial queue.
@dynamicMemberLookup
public final class Confined<State>: @unchecked Sendable {
    private let context: SerialContext
    private var state: State

    /// `state`, which belongs to `context` from now on.
    public init(_ state: sending State, to context: SerialContext) {
        self.state = state
        self.context = context
    }

    /// A member of the state. In the context only.
    public subscript<Member>(dynamicMember member: WritableKeyPath<State, Member>) -> Member {
        get {
            context.check()
            return state[keyPath: member]
        }
        _modify {
            context.check()
            yield &state[keyPath: member]
        }
    }
}

/// The only way back to the main context for workers' results (the counterpart of performSelectorOnMainThread).
///
/// GLibBridge's MainContext is the real one; tests drive one by hand.
public protocol MainContextPerforming: Sendable {
    /// Runs `work` on the main context soon, never inside this call, in the order of the calls. From any thread.
    func perform(_ work: @escaping @MainActor @Sendable () -> Void)
}
