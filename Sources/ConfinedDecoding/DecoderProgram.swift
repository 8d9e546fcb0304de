import Foundation
import PhotoCore

/// The program that workers run.
public struct DecoderProgram: Sendable {
    /// Its file.
    public let path: String

    /// The program at `path`.
    public init(path: String) { self.path = path }

    /// This program's own: in the same folder when built, in libexec when installed.
    /// CLASSIC_PHOTOS_DECODER names another.
    public static let standard: DecoderProgram = {
        let named = ProcessInfo.processInfo.environment["CLASSIC_PHOTOS_DECODER"]
        if let named { return DecoderProgram(path: named) }
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let folder = URL(fileURLWithPath: own).deletingLastPathComponent()
        let paths = ["classic-photos-decoder", "../libexec/classic-photos-decoder"]
            .map { folder.appendingPathComponent($0).standardizedFileURL.path }
        return DecoderProgram(path: paths.first { access($0, X_OK) == 0 } ?? paths[1])
    }()

    /// What a worker gets to see of this process's environment: where GdkPixbuf finds its loaders, if that is said; and
    /// where the fonts are, if it draws text.
    static func environment(_ kind: WorkerKind) -> [String] {
        let kept =
            ["GDK_PIXBUF_MODULE_FILE", "GDK_PIXBUF_MODULEDIR"] + (kind == .drawings ? WorkerKind.fontVariables : [])
        let own = ProcessInfo.processInfo.environment
        return kept.compactMap { name in own[name].map { "\(name)=\($0)" } }
            // A crash is an exit, and nobody's to look into.
            + ["LANG=C.UTF-8", "SWIFT_BACKTRACE=enable=no"]
    }
}
