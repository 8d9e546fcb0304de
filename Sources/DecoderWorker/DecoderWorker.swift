import CConfinement
import Foundation
import PhotoCore
import PhotoDecoding

/// A process that decodes pictures, or reads archives, for the program. It loads its libraries, confines itself, and
/// only then reads the first byte of a picture or an archive.
public enum DecoderWorker {
    private static func limits(
        _ kind: WorkerKind, readable: UnsafePointer<UnsafePointer<CChar>?>?
    ) -> confinement_limits {
        confinement_limits(
            memory: UInt64(WorkerRights.memoryByteCount),
            private_memory: UInt64(privateByteCount(kind)),
            processor_seconds: UInt64(WorkerRights.processorSeconds),
            descriptors: UInt64(WorkerRights.descriptors),
            threads: kind == .films || kind == .drawings || kind == .writers,
            readable: readable)
    }

    private static func privateByteCount(_ kind: WorkerKind) -> Int {
        switch kind {
        case .drawings: WorkerRights.drawingByteCount
        case .archives: WorkerRights.archiveByteCount
        case .photos, .films, .metadata, .writers: WorkerRights.memoryByteCount
        }
    }

    /// Serves the program until that ends, as the kind that the command line names.
    public static func main() -> Never { main(DecodingWork()) }

    /// The same with other work, for tests. Calls `confined` once the program knows that this process is ready.
    public static func main(_ work: some PictureWork, confined: (WorkerKind) -> Void = { _ in }) -> Never {
        let words = CommandLine.arguments.dropFirst()
        guard words.count == 1, let kind = WorkerKind.allCases.first(where: { $0.word == words.first }) else {
            FileHandle.standardError.write(Data("Classic Photos starts this program to decode pictures.\n".utf8))
            exit(64)
        }
        guard confinement_end_with_parent() else { exit(WorkerLink.confinementStatus) }
        confinement_keep_little()
        var fonts: [String] = []
        switch kind {
        case .metadata: DecoderPreparation.loadMetadata()
        case .archives: ArchivePreparation.load()
        case .writers: DecoderPreparation.load([.jpeg, .png])
        case .photos, .films: DecoderPreparation.load(kind.formats)
        case .drawings:
            DecoderPreparation.load(kind.formats)
            fonts = Fonts.load()
            // These variables lead to the fonts, and reveal the user's name.
            for name in WorkerKind.fontVariables { unsetenv(name) }
        }
        var report = confinement_report()
        guard confine(kind, fonts, &report) else { exit(WorkerLink.confinementStatus) }
        let link = WorkerLink()
        link.send(
            .ready(
                WorkerFences(
                    landlock: Int(report.landlock), systemCalls: report.system_calls, limits: report.limits)))
        confined(kind)
        if kind == .archives { ArchiveLoop(link, LibraryUnpacker()).run() }
        WorkerLoop(link, work).run()
    }

    private static func confine(_ kind: WorkerKind, _ fonts: [String], _ report: inout confinement_report) -> Bool {
        let names = fonts.map { UnsafePointer<CChar>(strdup($0)) } + [nil]
        defer { for name in names { free(UnsafeMutablePointer(mutating: name)) } }
        return names.withUnsafeBufferPointer { names in
            var limits = limits(kind, readable: fonts.isEmpty ? nil : names.baseAddress)
            return confinement_enter(&limits, &report)
        }
    }
}
