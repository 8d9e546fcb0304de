import Foundation
@testable import PhotoCore
@testable import PhotoServices
import Synchronization
import Testing

@Suite struct FolderFillerTests {
    /// A folder of files with one byte each, removed at the end of the test.
    private final class Folder {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("folder-\(UUID())", isDirectory: true)

        init(_ files: [String]) throws {
            for file in files {
                let place = url.appendingPathComponent(file)
                try FileManager.default.createDirectory(
                    at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data([0]).write(to: place)
            }
        }

        deinit { try? FileManager.default.removeItem(at: url) }
    }

    private func catalogue(
        of folder: URL, isRecursive: Bool = false, with filler: FolderFiller = FolderFiller()
    ) throws -> Catalogue {
        let url = FolderLocation(folder, isRecursive: isRecursive).url
        #expect(filler.fills(url))
        var builder = CatalogueBuilder()
        try filler.fill(&builder, from: url) { _ in }
        return builder.finish(from: url)
    }

    private func paths(_ catalogue: Catalogue, in folder: URL) throws -> [String] {
        try (0..<catalogue.count).filter { !catalogue.isFolder(at: $0) }.map {
            let path = try catalogue.location(at: $0).get().path
            #expect(path.hasPrefix(folder.path + "/"))
            return String(path.dropFirst(folder.path.count + 1))
        }
    }

    @Test func `Its pictures are rows in the order of their names, numbers by their value`() throws {
        let folder = try Folder([
            "b 10.jpg", "b 9.JPG", "a.png", "notes.txt", ".hidden.jpg", "old.jpg~", "within/c.jpg",
        ])
        let catalogue = try catalogue(of: folder.url)
        #expect((0..<catalogue.count).map { catalogue.name(at: $0) } == ["within", "a.png", "b 9.JPG", "b 10.jpg"])
        #expect(try paths(catalogue, in: folder.url) == ["a.png", "b 9.JPG", "b 10.jpg"])
        #expect(catalogue.details(at: 1).date != nil)
    }

    @Test func `Folders within are rows that lead to them, before its pictures`() throws {
        let folder = try Folder(["1.jpg", "b 10/2.jpg", "b 9/3.jpg", "été #1/4.jpg", ".git/5.jpg", "none/a.txt"])
        let catalogue = try catalogue(of: folder.url)
        let folders = (0..<catalogue.count).filter { catalogue.isFolder(at: $0) }
        #expect(folders == [0, 1, 2, 3])
        #expect(folders.map { catalogue.name(at: $0) } == ["b 9", "b 10", "été #1", "none"])
        for row in folders {
            let within = try #require(catalogue.folder(at: row).flatMap { FolderLocation($0) })
            #expect(within.folder.lastPathComponent == catalogue.name(at: row) && !within.isRecursive)
            let count = try self.catalogue(of: within.folder).count
            #expect(count == (catalogue.name(at: row) == "none" ? 0 : 1))
        }
    }

    @Test func `With the folders within, names say where the pictures are`() throws {
        let folder = try Folder(["1.jpg", "Trip/2014/2.jpg", "été/3.jpg"])
        let all = try catalogue(of: folder.url, isRecursive: true)
        #expect((0..<all.count).map { all.name(at: $0) } == ["1.jpg", "été/3.jpg", "Trip/2014/2.jpg"])
        #expect(all.folderCount == 0 && all.facts.unreadableFolderCount == 0)
    }

    @Test(.enabled(if: getuid() != 0, "Root reads everything"))
    func `A folder within that cannot be read is counted`() throws {
        let folder = try Folder(["1.jpg", "locked/2.jpg"])
        let locked = folder.url.appendingPathComponent("locked").path
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: locked)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: locked) }
        let all = try catalogue(of: folder.url, isRecursive: true)
        #expect(all.count == 1 && all.facts.unreadableFolderCount == 1)
    }

    @Test func `A folder within that goes before it is read is counted, and those after it are read`() throws {
        let folder = try Folder(["1.jpg", "a/2.jpg", "gone/3.jpg", "z/4.jpg"])
        let filler = FolderFiller { _, path in
            if "\(path)".hasSuffix("/gone") { try? FileManager.default.removeItem(atPath: "\(path)") }
        }
        let all = try catalogue(of: folder.url, isRecursive: true, with: filler)
        #expect(try paths(all, in: folder.url) == ["1.jpg", "a/2.jpg", "z/4.jpg"])
        #expect(all.facts.unreadableFolderCount == 1)
    }

    @Test func `Names of all kinds lead to their files`() throws {
        let names = ["a:b.jpg", "50%.jpg", "q?#&+.jpg", "été 山.jpg", "new\nline.jpg", "'\"<>.jpg"]
        let folder = try Folder(names)
        #expect(Set(try paths(try catalogue(of: folder.url), in: folder.url)) == Set(names))
    }

    @Test func `Folders within come after its own, if they are wanted`() throws {
        let folder = try Folder(["z.jpg", "a/2.jpg", "a/b/1.jpg", "b/3.jpg", ".git/4.jpg"])
        #expect(try paths(try catalogue(of: folder.url), in: folder.url) == ["z.jpg"])
        let all = try catalogue(of: folder.url, isRecursive: true)
        #expect(try paths(all, in: folder.url) == ["z.jpg", "a/2.jpg", "a/b/1.jpg", "b/3.jpg"])
    }

    @Test func `Of a telephone's storages the folders of photos are read, and of others all`() throws {
        let folder = try Folder([
            "Internal/DCIM/Camera/1.jpg", "Internal/Pictures/2.png", "Internal/Android/data/3.jpg",
            "Internal/DCIM/Android/4.jpg", "Card/Holiday/5.jpg", "Card/Android/DCIM/6.jpg",
        ])
        #expect(
            try camera(folder.url) == [
                "Card/Android/DCIM/6.jpg", "Card/Holiday/5.jpg", "Internal/DCIM/Android/4.jpg",
                "Internal/DCIM/Camera/1.jpg", "Internal/Pictures/2.png",
            ])
    }

    @Test func `A storage whose folder of photos is empty is read as a whole, but for programs' files`() throws {
        let folder = try Folder([
            "Card/DCIM/.thumbnails/1.jpg", "Card/Holiday/2.jpg", "Card/Android/3.jpg", "Card/4.jpg",
            "Internal/DCIM/5.jpg", "Internal/Other/6.jpg",
        ])
        #expect(try camera(folder.url) == ["Card/4.jpg", "Card/Holiday/2.jpg", "Internal/DCIM/5.jpg"])
    }

    @Test func `A camera without storages has its folder of photos at the top`() throws {
        let folder = try Folder(["dcim/100CANON/1.jpg", "MISC/2.jpg", "private/3.jpg", "4.jpg"])
        #expect(try camera(folder.url) == ["4.jpg", "dcim/100CANON/1.jpg"])
    }

    private func camera(_ folder: URL) throws -> [String] {
        let url = FolderLocation(camera: folder).url
        var builder = CatalogueBuilder()
        try FolderFiller().fill(&builder, from: url) { _ in }
        return try paths(builder.finish(from: url), in: folder)
    }

    @Test func `Links that lead in a circle are followed once`() throws {
        let folder = try Folder(["a/1.jpg"])
        try FileManager.default.createSymbolicLink(
            at: folder.url.appendingPathComponent("a/again"), withDestinationURL: folder.url.appendingPathComponent("a")
        )
        try FileManager.default.createSymbolicLink(
            at: folder.url.appendingPathComponent("self"), withDestinationURL: folder.url)
        let paths = try paths(try catalogue(of: folder.url, isRecursive: true), in: folder.url)
        #expect(paths == ["a/1.jpg"])
        let own = try catalogue(of: folder.url)
        #expect((0..<own.count).map { own.name(at: $0) } == ["a"])
    }

    @Test func `Folders are named before they are read, so that they can be watched`() throws {
        let folder = try Folder(["a/1.jpg", "b/2.jpg"])
        let location = FolderLocation(folder.url, isRecursive: true)
        let named = Mutex<[FilePath]>([])
        let filler = FolderFiller { catalogue, path in
            named.withLock { $0.append(path) }
            #expect(catalogue == location.url)
            // Even this late addition is read.
            #expect(FileManager.default.createFile(atPath: "\(path)/3.jpg", contents: Data([0])))
        }
        let all = try catalogue(of: folder.url, isRecursive: true, with: filler)
        #expect(named.withLock { $0 } == ["", "/a", "/b"].map { FilePath(folder.url.path + $0) })
        let paths = try paths(all, in: folder.url)
        #expect(paths == ["3.jpg", "a/1.jpg", "a/3.jpg", "b/2.jpg", "b/3.jpg"])
    }

    @Test func `A folder that is not there says so`() throws {
        let missing = FileManager.default.temporaryDirectory.appendingPathComponent("no-\(UUID())", isDirectory: true)
        #expect {
            try catalogue(of: missing)
        } throws: {
            "\($0)".contains("No such file") && "\($0)".contains(missing.lastPathComponent)
        }
    }

    @Test func `It can be cancelled`() throws {
        let folder = try Folder((0..<600).map { "\($0).jpg" })
        var builder = CatalogueBuilder()
        var pauses = 0
        let filler = FolderFiller()
        #expect(throws: CatalogueFailure.cancelled) {
            try filler.fill(&builder, from: folder.url) { (_) throws(CatalogueFailure) in
                pauses += 1
                throw .cancelled
            }
        }
        #expect(pauses == 1)
    }
}
