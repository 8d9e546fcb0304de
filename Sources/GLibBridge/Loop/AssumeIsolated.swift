extension MainActor {
    /// Like `assumeIsolated`, for callbacks in C on the main context, whose arguments are no Sendable values: `body`
    /// gets them as `value`. Ends the program on any other thread.
    package static func assumeIsolated<Value, Result>(
        with value: Value, _ body: @MainActor (Value) -> Result
    ) -> Result {
        preconditionIsolated()
        // What the standard library's function does, whose closure the compiler takes for a crossing between threads.
        return withoutActuallyEscaping(body) { unsafeBitCast($0, to: ((Value) -> Result).self)(value) }
    }
}
