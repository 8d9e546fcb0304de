import Foundation

/// A serial queue that state is confined to: see ``Confined``.
public struct SerialContext: Sendable {
    private let queue: DispatchQueue

    /// A queue of its own; one that has a `target` runs on that queue's threads.
    public init(_ label: String, target: DispatchQueue? = nil) {
        queue =
            target.map { DispatchQueue(label: label, target: $0) } ?? DispatchQueue(label: label, qos: .userInitiated)
    }

    /// Runs `work` in the context, soon, never inside this call, and in the order of the calls. From any thread.
    public func perform(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

    /// The same, `seconds` from now.
    public func perform(after seconds: Double, _ work: @escaping @Sendable () -> Void) {
        queue.asyncAfter(deadline: .now() + seconds, execute: work)
    }

    /// Stops the program unless the context runs the caller.
    func check() { dispatchPrecondition(condition: .onQueue(queue)) }
}

/// State that is touched in one context alone: every access checks that, and stops the program where it is wrong.
///
/// An object that keeps all that changes in here is Sendable without more words. One access must end before the next
/// begins: no closure that a mutating call of one member runs may reach for another member.
///
/// @unchecked Sendable: `state` is touched in `context` alone, a serial queue.
@dynamicMemberLookup
public final class Confined<State>: @unchecked Sendable {
    private let context: SerialContext
    private var state: State

    /// `state`, which from now on belongs to `context`.
    public init(_ state: sending State, to context: SerialContext) {
        self.state = state
        self.context = context
    }

    /// A member of the state. In the context alone.
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

/// The one way back to the main context, for results of workers (the counterpart of performSelectorOnMainThread).
///
/// GLibBridge's MainContext is the real one; tests drive one by hand.
public protocol MainContextPerforming: Sendable {
    /// Runs `work` on the main context, soon, never inside this call, and in the order of the calls. From any thread.
    func perform(_ work: @escaping @MainActor @Sendable () -> Void)
}
