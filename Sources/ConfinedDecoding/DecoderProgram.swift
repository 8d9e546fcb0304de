import Foundation
import PhotoCore

/// The program that workers run.
public struct DecoderProgram: Sendable {
    /// The path of its file.
    public let path: String

    /// The program at `path`.
    public init(path: String) { self.path = path }

    /// This program's decoder: in the same folder in a build, in libexec when installed. CLASSIC_PHOTOS_DECODER names
    /// another.
    public static let standard: DecoderProgram = {
        let named = ProcessInfo.processInfo.environment["CLASSIC_PHOTOS_DECODER"]
        if let named { return DecoderProgram(path: named) }
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let folder = URL(fileURLWithPath: own).deletingLastPathComponent()
        let paths = ["classic-photos-decoder", "../libexec/classic-photos-decoder"]
            .map { folder.appendingPathComponent($0).standardizedFileURL.path }
        return DecoderProgram(path: paths.first { access($0, X_OK) == 0 } ?? paths[1])
    }()

    /// The environment of a worker: this process's variables that lead to GdkPixbuf's loaders, and to fonts if the
    /// worker draws text; to the time zone if it reads archives.
    static func environment(_ kind: WorkerKind) -> [String] {
        let own = ProcessInfo.processInfo.environment
        var kept = ["GDK_PIXBUF_MODULE_FILE", "GDK_PIXBUF_MODULEDIR"]
        if kind == .drawings { kept += WorkerKind.fontVariables }
        if kind == .archives { kept = [WorkerKind.zoneVariable] }
        return kept.compactMap { name in own[name].map { "\(name)=\($0)" } }
            // A crash only ends the worker: no backtrace is needed.
            + ["LANG=C.UTF-8", "SWIFT_BACKTRACE=enable=no"]
    }
}
