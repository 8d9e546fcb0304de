import Foundation

/// The programs that tests start as workers.
public enum WorkerPrograms {
    /// The path of a program next to the tests, where the build puts it; or in CLASSIC_PHOTOS_WORKERS, a folder of
    /// programs without a sanitizer, whose memory exceeds a worker's limit.
    public static func path(_ name: String) -> String {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let named = ProcessInfo.processInfo.environment["CLASSIC_PHOTOS_WORKERS"].map { [$0] } ?? []
        let folders = named + [URL(fileURLWithPath: own).deletingLastPathComponent().path, ".build/debug"]
        let paths: [String] = folders.map { "\($0)/\(name)" }
        return paths.first { access($0, X_OK) == 0 } ?? name
    }
}
