import CArchive
import Foundation
import PhotoCore

/// Loads what a worker for archives needs before it is confined and can open nothing more.
package enum ArchivePreparation {
    package static func load() {
        _ = ArchiveLibrary.shared
        warmPDFLibrary()
        // Names become UTF-8, from the UTF-16 that some formats have. The C library's tables for that stay open.
        setlocale(LC_CTYPE, "C.UTF-8")
        for encoding in ["UTF-16LE", "UTF-16BE"] { _ = archive_keep_conversion(encoding) }
        // The rules of the time zone, for local times: the C library reads the system's again unless it has a name.
        setenv(WorkerKind.zoneVariable, "/etc/localtime", 0)
        tzset()
    }

    /// Reads bytes that are no document: the library makes what it keeps, and throws its first exception.
    private static func warmPDFLibrary() {
        guard let pdf = PDFLibrary.shared.flatMap({ PDFObjects($0) }) else { return }
        _ = Array("%PDF-".utf8).withUnsafeBytes { bytes in try? pdf.open(bytes) }
    }
}
