import CGLib
import Foundation
import GLibBridge
import PhotoCore

/// Makes a catalogue of a folder's pictures through GIO, on any mounted file system.
///
/// Pictures are recognised by GIO's content type for their names. In each folder they are sorted by name, with numbers
/// by value, after a row for each of its subfolders, or, if wanted, followed by their pictures. Hidden files are
/// skipped.
package final class FolderFiller: CatalogueFilling {
    /// The maximum number of watched folders of a catalogue: systems have a limit for all programs together.
    static let mostFolders = 512
    private static let attributes =
        "standard::name,standard::display-name,standard::type,standard::fast-content-type,standard::is-hidden,"
        + "standard::is-backup,time::modified,id::file"
    /// How many entries lie between checks for cancellation and deliveries of rows.
    private static let step = 256

    private let collation: any NameCollating
    private let willRead: @Sendable (_ catalogue: URL, _ folder: FilePath) -> Void

    /// A filler with this sort order. Calls `willRead` on the reading thread before it reads each of the first 512
    /// folders: watching a folder from then on misses nothing.
    package init(
        collation: any NameCollating = ICUCollation(),
        willRead: @escaping @Sendable (_ catalogue: URL, _ folder: FilePath) -> Void = { _, _ in }
    ) {
        self.collation = collation
        self.willRead = willRead
    }

    package func fills(_ url: URL) -> Bool { FolderLocation(url) != nil }

    /// Adds a row for each picture: its file name, after the subfolders in which it is, its address relative to the
    /// folder, and its modification date. Without the subfolders' pictures, adds a row for each subfolder first.
    package func fill(
        _ builder: inout CatalogueBuilder, from url: URL,
        pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        guard let location = FolderLocation(url) else { return }
        var reading = Reading(isRecursive: location.isRecursive, keys: collation.makeKeys())
        var count = 0
        var waiting = WaitingFolders(
            Folder(path: location.folder.filePath, prefix: "", shownPrefix: "", name: "", depth: 0))
        while let folder = waiting.next(rowCount: builder.count) {
            if count < Self.mostFolders { willRead(url, folder.path) }
            count += 1
            do throws(CatalogueFailure) {
                let content = try reading.content(of: folder) { () throws(CatalogueFailure) in try pause(&builder) }
                if location.isOfCamera {
                    let chosen = CameraFolders.chosen(of: content.folders, depth: folder.depth) { $0.name }
                    let rowCount = builder.count + content.pictures.count
                    waiting.add(chosen.first, otherwise: chosen.others, unlessMoreThan: rowCount)
                } else if location.isRecursive {
                    waiting.add(content.folders)
                } else {
                    for folder in content.folders {
                        builder.add(.name, String(folder.shownPrefix.dropLast()))
                        builder.add(.location, folder.prefix)
                        try builder.endEntry(at: nil, isFolder: true)
                    }
                }
                for (index, picture) in content.pictures.enumerated() {
                    builder.add(.name, folder.shownPrefix + picture.name)
                    builder.add(.location, folder.prefix + picture.address)
                    builder.add(.date, picture.date)
                    try builder.endEntry(at: nil)
                    if index % Self.step == 0 { try pause(&builder) }
                }
            } catch {
                // An unreadable subfolder is no reason to show nothing.
                guard case .fetch = error, !folder.prefix.isEmpty else { throw error }
                builder.facts.unreadableFolderCount += 1
            }
        }
        try pause(&builder)
    }

    fileprivate struct Folder {
        let path: FilePath
        /// Its address relative to the first folder, percent-encoded, with a trailing slash.
        let prefix: String
        /// The same as a person reads it.
        let shownPrefix: String
        /// Its own name as a person reads it.
        let name: String
        /// How many folders are around it, up to the first.
        let depth: Int
    }

    /// The folders that are still to be read: depth first, in sorted order.
    private struct WaitingFolders {
        private var folders: [Folder]
        /// Those that are read if the ones instead of them have brought no row: `level` folders wait behind them.
        private var others: [(level: Int, rowCount: Int, folders: [Folder])] = []

        init(_ first: Folder) { folders = [first] }

        /// The next one, when the catalogue has this many rows.
        mutating func next(rowCount: Int) -> Folder? {
            while let last = others.last, folders.count <= last.level {
                others.removeLast()
                if rowCount == last.rowCount { add(last.folders) }
            }
            return folders.popLast()
        }

        mutating func add(_ more: [Folder]) { folders += more.reversed() }

        /// Adds some, and `others` after them, unless the catalogue has more than `rowCount` rows by then.
        mutating func add(_ more: [Folder], otherwise others: [Folder], unlessMoreThan rowCount: Int) {
            if !others.isEmpty { self.others.append((folders.count, rowCount, others)) }
            add(more)
        }
    }

    fileprivate struct Picture {
        let name: String
        /// Percent-encoded.
        let address: String
        /// ISO 8601.
        let date: String
        let key: [UInt8]
    }

    fileprivate typealias Content = (pictures: [Picture], folders: [Folder])

    private struct Reading {
        let isRecursive: Bool
        var keys: any NameKeying
        /// The folders seen, by GIO's identifiers: links may be circular.
        var seen: Set<String> = []

        mutating func content(
            of folder: Folder, pause: () throws(CatalogueFailure) -> Void
        ) throws(CatalogueFailure) -> Content {
            guard let file = folder.path.withCString({ g_file_new_for_path($0) }) else { return ([], []) }
            defer { g_object_unref(UnsafeMutableRawPointer(file)) }
            var content: Content = ([], [])
            var subfolders: [(key: [UInt8], folder: Folder)] = []
            if folder.prefix.isEmpty { noteOwn(file) }
            let enumerator = try check {
                g_file_enumerate_children(file, FolderFiller.attributes, G_FILE_QUERY_INFO_NONE, nil, $0)
            }
            guard let enumerator else { return content }
            defer { g_object_unref(UnsafeMutableRawPointer(enumerator)) }
            var count = 0
            while let info = try check({ g_file_enumerator_next_file(enumerator, nil, $0) }) {
                defer { g_object_unref(UnsafeMutableRawPointer(info)) }
                count += 1
                if count % FolderFiller.step == 0 { try pause() }
                if g_file_info_get_is_hidden(info) != 0 || g_file_info_get_is_backup(info) != 0 { continue }
                guard let raw = g_file_info_get_name(info) else { continue }
                let name = Self.shownName(raw, of: info)
                let address = Self.address(raw)
                if g_file_info_get_file_type(info) == G_FILE_TYPE_DIRECTORY {
                    guard isNew(info) else { continue }
                    let subfolder = Folder(
                        path: folder.path.resolving(FilePath(cString: raw)), prefix: folder.prefix + address + "/",
                        shownPrefix: folder.shownPrefix + name + "/", name: name, depth: folder.depth + 1)
                    subfolders.append((keys.key(of: name), subfolder))
                } else if Self.isPicture(info) {
                    content.pictures.append(
                        Picture(name: name, address: address, date: Self.date(of: info), key: keys.key(of: name)))
                }
            }
            content.pictures.sort { $0.key.lexicographicallyPrecedes($1.key) }
            subfolders.sort { $0.key.lexicographicallyPrecedes($1.key) }
            content.folders = subfolders.map(\.folder)
            return content
        }

        /// A link to the folder itself would list everything twice.
        private mutating func noteOwn(_ file: OpaquePointer) {
            guard let info = g_file_query_info(file, "id::file", G_FILE_QUERY_INFO_NONE, nil, nil) else { return }
            defer { g_object_unref(UnsafeMutableRawPointer(info)) }
            if let id = g_file_info_get_attribute_string(info, "id::file") { seen.insert(String(cString: id)) }
        }

        /// Whether its rows are not in the catalogue yet. Without subfolders, only the folder's own are.
        private mutating func isNew(_ info: OpaquePointer) -> Bool {
            guard let id = g_file_info_get_attribute_string(info, "id::file").map({ String(cString: $0) }) else {
                return true
            }
            return isRecursive ? seen.insert(id).inserted : !seen.contains(id)
        }

        /// Names as the desktop displays them: valid UTF-8 as GIO does, which knows better on some file systems, others
        /// in the person's encoding of file names (G_FILENAME_ENCODING), or else in the one that their bytes suggest.
        private static func shownName(_ raw: UnsafePointer<CChar>, of info: OpaquePointer) -> String {
            if g_utf8_validate(raw, -1, nil) != 0, let name = g_file_info_get_display_name(info) {
                return String(cString: name)
            }
            let name = String(taking: g_filename_display_name(raw))
            if let name, !name.unicodeScalars.contains("\u{FFFD}") { return name }
            return ReadableName.text(FilePath(cString: raw).bytes)
        }

        /// A colon in a name would end a scheme.
        private static func address(_ name: UnsafePointer<CChar>) -> String {
            String(taking: g_uri_escape_string(name, nil, 0)) ?? ""
        }

        private static func isPicture(_ info: OpaquePointer) -> Bool {
            guard let type = g_file_info_get_attribute_string(info, "standard::fast-content-type") else { return false }
            return String(cString: type).hasPrefix("image/")
        }

        /// GLib cannot represent times before the year 1 and after 9999, and warns when asked to.
        private static let datedSeconds: ClosedRange<Int> = -62_135_596_800...253_402_300_799

        private static func date(of info: OpaquePointer) -> String {
            let seconds = Int(bitPattern: g_file_info_get_attribute_uint64(info, "time::modified"))
            guard datedSeconds.contains(seconds), let date = g_file_info_get_modification_date_time(info) else {
                return ""
            }
            defer { g_date_time_unref(date) }
            return String(taking: g_date_time_format_iso8601(date)) ?? ""
        }

        private func check<Value>(
            _ body: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Value
        ) throws(CatalogueFailure) -> Value {
            do {
                return try GLibError.check(body)
            } catch {
                throw .fetch(.other(reason: "\(error)"))
            }
        }
    }
}
