import Foundation
import PhotoCore
import Testing

@testable import PhotoServices

@Suite struct TrashFolderTests {
    private let home = FileManager.default.temporaryDirectory.appendingPathComponent(
        "trash-\(UUID())", isDirectory: true)
    private let early = Date(timeIntervalSinceNow: -60)

    private var folder: TrashFolder {
        TrashFolder(folder: home.appendingPathComponent("Trash", isDirectory: true), top: nil)
    }

    private func original(_ name: String) -> URL { home.appendingPathComponent("photos/\(name)") }

    /// Records a photo in the trash.
    private func throwAway(_ content: String, as name: String, info: String) throws {
        for part in ["files", "info"] {
            try FileManager.default.createDirectory(
                at: folder.folder.appendingPathComponent(part), withIntermediateDirectories: true)
        }
        try Data(content.utf8).write(to: folder.folder.appendingPathComponent("files/\(name)"))
        try Data(info.utf8).write(to: folder.folder.appendingPathComponent("info/\(name).trashinfo"))
    }

    private func info(_ path: String) -> String {
        let encoded = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? ""
        return "[Trash Info]\nPath=\(encoded)\nDeletionDate=2024-05-01T10:00:00\n"
    }

    private func found(_ original: URL, since earliest: Date) -> TrashedFile? {
        folder.find([original.filePath: original], since: earliest)[original.filePath]
    }

    private func removed(_ body: () throws -> Void) rethrows {
        defer { try? FileManager.default.removeItem(at: home) }
        try body()
    }

    @Test func `A file is found by its former place, under any name in the trash, and restored`() throws {
        try removed {
            let wanted = original("ä b%.jpg")
            try throwAway("other", as: "ä b%.jpg", info: info(original("elsewhere/ä b%.jpg").path))
            try throwAway("wanted", as: "ä b%.2.jpg", info: info(wanted.path))
            let file = try #require(found(wanted, since: early))
            #expect(file.place.lastPathComponent == "ä b%.2.jpg")
            // Its folder is gone too.
            try TrashFolder.restore(file)
            #expect(try String(contentsOf: wanted, encoding: .utf8) == "wanted")
            #expect(!FileManager.default.fileExists(atPath: file.place.path))
            #expect(!FileManager.default.fileExists(atPath: file.info.path))
            #expect(try FileManager.default.contentsOfDirectory(atPath: home.path + "/Trash/files") == ["ä b%.jpg"])
        }
    }

    @Test func `An older file of the same name in the trash is not restored`() throws {
        try removed {
            try throwAway("old", as: "a.jpg", info: info(original("a.jpg").path))
            #expect(found(original("a.jpg"), since: Date(timeIntervalSinceNow: 60)) == nil)
        }
    }

    @Test func `Of many files, each is found under the name that it has now`() throws {
        try removed {
            let names = (0..<200).map { "\($0).jpg" }
            for name in names { try throwAway(name, as: "0\(name)", info: info(original(name).path)) }
            let urls = names.map(original)
            let found = folder.find(Dictionary(uniqueKeysWithValues: urls.map { ($0.filePath, $0) }), since: early)
            #expect(urls.map { found[$0.filePath]?.original } == urls)
            #expect(
                urls.map { found[$0.filePath]?.place.lastPathComponent } == names.map { "0\($0)" })
        }
    }

    @Test func `A file that has taken its place stays, and the other stays in the trash`() throws {
        try removed {
            try throwAway("old", as: "a.jpg", info: info(original("a.jpg").path))
            let file = try #require(found(original("a.jpg"), since: early))
            try FileManager.default.createDirectory(
                at: home.appendingPathComponent("photos"), withIntermediateDirectories: true)
            try Data("new".utf8).write(to: original("a.jpg"))
            #expect(throws: RestoreFailure.placeTaken) { try TrashFolder.restore(file) }
            #expect(try String(contentsOf: original("a.jpg"), encoding: .utf8) == "new")
            #expect(try String(contentsOf: file.place, encoding: .utf8) == "old")
            #expect(FileManager.default.fileExists(atPath: file.info.path))
        }
    }

    @Test func `From a trash that was emptied nothing comes back`() throws {
        try removed {
            try throwAway("old", as: "a.jpg", info: info(original("a.jpg").path))
            let file = try #require(found(original("a.jpg"), since: early))
            try FileManager.default.removeItem(at: folder.folder)
            #expect(throws: RestoreFailure.notInTrash) { try TrashFolder.restore(file) }
            #expect(!FileManager.default.fileExists(atPath: original("a.jpg").path))
        }
    }

    @Test(arguments: [
        ("[Trash Info]\nPath=/a/b%20c\nDeletionDate=2024-05-01T10:00:00\n", "/a/b c"),
        ("[Trash Info]\nDeletionDate=x\nPath=b/c.jpg\n", "/media/card/b/c.jpg"),
        ("[Trash Info]\nPath=/first\nPath=/second\n", "/first"),
        ("Path=/a\n[Trash Info]\n", nil), ("[Trash Info]\n", nil), ("", nil),
    ])
    func `What the trash says of a file is taken as the specification has it`(_ text: String, _ path: String?) {
        let folder = TrashFolder(
            folder: URL(fileURLWithPath: "/media/card/.Trash-1000"), top: URL(fileURLWithPath: "/media/card"))
        #expect(folder.originalPath(in: text)?.description == path)
    }

    @Test func `A path that is not UTF-8 is taken byte for byte`() {
        let folder = TrashFolder(folder: URL(fileURLWithPath: "/home/me/Trash"), top: nil)
        let path = folder.originalPath(in: "[Trash Info]\nPath=/a/caf%E9%ff.jpg\n")
        #expect(path?.bytes == Array("/a/caf".utf8) + [0xE9, 0xFF] + Array(".jpg".utf8))
    }

    @Test func `What GIO throws away is found, and comes back`() throws {
        // In the home, because a temporary folder may be on a file system without a trash.
        let folder = FileManager.default.homeDirectoryForCurrentUser
            .appendingPathComponent(".cache/classic-photos-test-\(UUID())", isDirectory: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let url = folder.appendingPathComponent("a photo.jpg")
        try Data("photo".utf8).write(to: url)
        let unwanted = CancellationFlag()
        unwanted.cancel()
        #expect(Trash.move([url], until: unwanted) == Trash.Outcome())
        let outcome = Trash.move([url, folder.appendingPathComponent("none.jpg")])
        #expect(outcome.failed.map(\.failure) == [.gone])
        #expect(!FileManager.default.fileExists(atPath: url.path))
        let file = try #require(outcome.trashed.first)
        #expect(file.original == url)
        try TrashFolder.restore(file)
        #expect(try String(contentsOf: url, encoding: .utf8) == "photo")
    }
}
