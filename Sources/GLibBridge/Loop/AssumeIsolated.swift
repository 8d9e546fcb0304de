extension MainActor {
    /// Like `assumeIsolated`, for callbacks in C on the main context, whose arguments are no Sendable values: `body`
    /// gets them as `value`, which nothing else may use afterwards. Ends the program on any other thread.
    package static func assumeIsolated<Value, Result: Sendable>(
        with value: Value, _ body: @MainActor (Value) -> Result, file: StaticString = #fileID, line: UInt = #line
    ) -> Result {
        preconditionIsolated(file: file, line: line)
        // What the standard library's function does, whose closure the compiler takes for a crossing between threads.
        return withoutActuallyEscaping(body) { unsafeBitCast($0, to: ((Value) -> Result).self)(value) }
    }
}
