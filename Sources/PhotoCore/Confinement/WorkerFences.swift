/// What stands between a decoder process and everything else: what its kernel had of it.
public struct WorkerFences: Sendable, Equatable, CustomStringConvertible {
    /// The version of Landlock; 0 where the kernel has none.
    public let landlock: Int
    /// Whether a filter kills it for a system call that decoding does not take.
    public let systemCalls: Bool
    /// Whether memory, processor time, descriptors and processes are limited.
    public let limits: Bool

    /// Fences as they stand.
    public init(landlock: Int, systemCalls: Bool, limits: Bool) {
        self.landlock = landlock
        self.systemCalls = systemCalls
        self.limits = limits
    }

    /// Whether nothing is missing.
    public var areAll: Bool { landlock > 0 && systemCalls && limits }

    /// A line of text.
    public var description: String {
        let parts = [
            landlock > 0 ? "no files (Landlock \(landlock))" : "this kernel has no Landlock",
            systemCalls ? "system calls filtered" : "this kernel filters no system calls",
            limits ? "limits" : "no limits",
        ]
        return parts.joined(separator: ", ")
    }
}
