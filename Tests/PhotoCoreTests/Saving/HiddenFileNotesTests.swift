import Foundation
import Testing

@testable import PhotoCore

@Suite struct HiddenFileNotesTests {
    private let root = FileManager.default.temporaryDirectory.appendingPathComponent("notes-\(UUID())")
    private var folder: FilePath { root.appendingPathComponent("ä photos").filePath }
    private var notes: HiddenFileNotes { HiddenFileNotes(folder: root.appendingPathComponent("state/saving").filePath) }

    init() throws { try FileManager.default.createDirectory(at: folder.url(), withIntermediateDirectories: true) }

    private func remove() { try? FileManager.default.removeItem(at: root) }

    private func file(_ name: String = "a.jpg", mayBeNameless: Bool = false) throws -> SavedFile {
        try SavedFile(at: .file(folder.appending(name)), notes: notes, mayBeNameless: mayBeNameless)
    }

    private var names: [String] { folder.entries().map(\.shownName).sorted() }
    private var noted: [FilePath] { root.appendingPathComponent("state/saving").filePath.entries() }

    /// What a killed program leaves: the hidden file and its note, neither of them open.
    private func leaveHiddenFile(in folder: FilePath) throws -> FilePath {
        let hidden = HiddenFileNotes.newPath(in: folder)
        let note = try #require(notes.begin(hidden))
        let kept = try #require(noted.first { $0.firstBytes(9999) == Data(hidden.bytes) })
        let text = try #require(kept.firstBytes(9999))
        note.end()
        try text.write(to: kept.url())
        try Data("half".utf8).write(to: hidden.url())
        return hidden
    }

    @Test(arguments: [true, false])
    func `A saved file leaves neither a hidden file nor a note`(mayBeNameless: Bool) throws {
        defer { remove() }
        for text in ["first", "second"] {
            let file = try file(mayBeNameless: mayBeNameless)
            try file.write(Data(text.utf8))
            #expect(try file.finish() == folder.appending("a.jpg"))
            #expect(folder.appending("a.jpg").firstBytes(99) == Data(text.utf8))
            #expect(names == ["a.jpg"] && noted.isEmpty)
        }
        try file(mayBeNameless: mayBeNameless).abandon()
        #expect(names == ["a.jpg"] && noted.isEmpty)
        #expect(throws: SaveFailure.noFolder) {
            try SavedFile(at: .file(folder.appending("none/a.jpg")), notes: notes, mayBeNameless: mayBeNameless)
        }
        #expect(noted.isEmpty)
    }

    @Test(arguments: [true, false])
    func `What has the name meanwhile is not replaced`(mayBeNameless: Bool) throws {
        defer { remove() }
        let file = try file(mayBeNameless: mayBeNameless)
        try Data("other".utf8).write(to: folder.appending("a.jpg").url())
        #expect(throws: SaveFailure.nameTaken) { try file.finish() }
        #expect(folder.appending("a.jpg").firstBytes(99) == Data("other".utf8))
        #expect(names == ["a.jpg"] && noted.isEmpty)
    }

    @Test(arguments: [true, false])
    func `Of several photos with a taken name each gets the next one`(mayBeNameless: Bool) throws {
        defer { remove() }
        let series = FolderNames()
        let files = try (0..<3).map { _ in
            try SavedFile(
                at: .folder(folder, name: series.first(for: "a.jpg"), wanted: "a.jpg", names: series), notes: notes,
                mayBeNameless: mayBeNameless)
        }
        try Data("other".utf8).write(to: folder.appending("a (2).jpg").url())
        for file in files { try file.finish() }
        #expect(names == ["a (2).jpg", "a (3).jpg", "a (4).jpg", "a.jpg"])
        #expect(noted.isEmpty)
    }

    @Test func `While a file is saved its note keeps it; the next start removes that of a killed program`() throws {
        defer { remove() }
        let left = try leaveHiddenFile(in: folder)
        let file = try file()
        notes.removeAbandoned()
        #expect(!left.isTaken)
        #expect(names.count == 1 && noted.count == 1)
        try file.finish()
        #expect(names == ["a.jpg"] && noted.isEmpty)
    }

    @Test func `A note of a disk that is not plugged in stays until it is`() throws {
        defer { remove() }
        let disk = root.appendingPathComponent("disk").filePath
        let elsewhere = root.appendingPathComponent("elsewhere")
        try FileManager.default.createDirectory(at: disk.url(), withIntermediateDirectories: true)
        let hidden = try leaveHiddenFile(in: disk)
        try FileManager.default.moveItem(at: disk.url(), to: elsewhere)
        notes.removeAbandoned()
        #expect(noted.count == 1)
        try FileManager.default.moveItem(at: elsewhere, to: disk.url())
        notes.removeAbandoned()
        #expect(!hidden.isTaken && noted.isEmpty)
    }

    @Test(arguments: ["", "/", "relative/.%.part", "/etc/hostname", "/tmp/.other.part"])
    func `A note that names no hidden file of its own removes nothing`(text: String) throws {
        defer { remove() }
        let own = try #require(notes.begin(HiddenFileNotes.newPath(in: folder)))
        let note = try #require(noted.first)
        own.end()
        try Data(text.replacingOccurrences(of: "%", with: note.shownName).utf8).write(to: note.url())
        try Data("a photo".utf8).write(to: folder.appending("a.jpg").url())
        notes.removeAbandoned()
        #expect(names == ["a.jpg"] && noted.isEmpty)
    }
}
