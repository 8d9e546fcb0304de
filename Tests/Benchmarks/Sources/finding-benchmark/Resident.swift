import Foundation

/// The process's resident memory, from the kernel.
enum Resident {
    static var kibibytes: Int { status("VmRSS:") }
    static var peakKibibytes: Int { status("VmHWM:") }

    /// Resets the peak.
    static func resetPeak() { try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8) }

    private static func status(_ key: String) -> Int {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix(key) }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? line?.split(separator: "\t").last
            .flatMap { Int($0.split(separator: " ").first ?? "") } ?? 0
    }
}
