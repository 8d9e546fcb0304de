import Foundation
import PhotoCore
import Synchronization

/// The processes that the kernel ended because memory ran out, on the whole machine: a killed worker may be one.
final class MemoryKills: Sendable {
    static let shared = MemoryKills { try? String(contentsOfFile: "/proc/vmstat", encoding: .utf8) }

    /// Reading the count takes as long as some jobs.
    private static let freshness: Duration = .seconds(1)

    private let read: @Sendable () -> String?
    private let known = Mutex<(count: Int?, time: ContinuousClock.Instant)?>(nil)

    /// Takes the count from the text that `read` returns, one name and number per line.
    init(_ read: @escaping @Sendable () -> String?) { self.read = read }

    /// Notes the count before a job.
    func note() {
        known.withLock { known in
            if let known, known.time + Self.freshness > .now { return }
            known = (count, .now)
        }
    }

    /// Whether the kernel has ended processes since the last note. True if it does not say.
    var haveGrown: Bool {
        guard let before = known.withLock({ $0 })?.count, let now = count else { return true }
        return now > before
    }

    private var count: Int? {
        for line in read()?.split(separator: "\n") ?? [] {
            let words = line.split(separator: " ")
            if words.count == 2, words[0] == "oom_kill" { return Int(words[1]) }
        }
        return nil
    }
}
