/// The one way back to the main context, for results of workers (the counterpart of performSelectorOnMainThread).
///
/// GLibBridge's MainContext is the real one; tests drive one by hand.
public protocol MainContextPerforming: Sendable {
    /// Runs `work` on the main context, soon, never inside this call, and in the order of the calls. From any thread.
    func perform(_ work: @escaping @MainActor @Sendable () -> Void)
}
