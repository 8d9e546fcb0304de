/// The fences between a worker and everything else, as far as its kernel supports them.
public struct WorkerFences: Sendable, Equatable, CustomStringConvertible {
    /// The version of Landlock; 0 if the kernel has none.
    public let landlock: Int
    /// Whether a filter kills the worker for a system call that decoding does not need.
    public let systemCalls: Bool
    /// Whether memory, processor time, descriptors and processes are limited.
    public let limits: Bool

    /// The fences that stand.
    public init(landlock: Int, systemCalls: Bool, limits: Bool) {
        self.landlock = landlock
        self.systemCalls = systemCalls
        self.limits = limits
    }

    /// Whether all fences stand.
    public var areAll: Bool { landlock > 0 && systemCalls && limits }

    /// A line of text.
    public var description: String {
        let parts = [
            landlock > 0 ? localized("no files (Landlock \(landlock))") : localized("this kernel has no Landlock"),
            systemCalls ? localized("system calls filtered") : localized("this kernel filters no system calls"),
            limits ? localized("limits") : localized("no limits"),
        ]
        return parts.joined(separator: localized(", ", context: "between parts"))
    }
}
