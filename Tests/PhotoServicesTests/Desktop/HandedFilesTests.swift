import Foundation
import TestSupport
import Testing

@testable import PhotoServices

@Suite struct HandedFilesTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "handed-\(UUID())", isDirectory: true)
    private let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10])

    @Test(arguments: [
        ("a.jpg", "a.jpg"), ("a.JPEG", "a.JPEG"), ("a", "a.jpg"), ("photo.php", "photo.php.jpg"), ("..", "Photo.jpg"),
    ])
    func `A file ends as what it is`(_ name: String, _ expected: String) {
        #expect(HandedFiles.name(name, of: jpeg) == expected)
    }

    @Test(arguments: [
        ("x.desktop", "x.desktop.bin"), ("x.jpg.desktop", "x.jpg.desktop.bin"), ("x.HTML", "x.HTML.bin"),
        ("x.sh", "x.sh.bin"), ("x", "x.bin"), ("x.jpg.", "x.jpg..bin"), (".desktop", "desktop.bin"),
        ("x.jpg", "x.jpg"), ("x.CR2", "x.CR2"), ("x.jxl", "x.jxl"),
    ])
    func `What is no known picture has a picture's ending, or one that starts nothing`(
        _ name: String, _ expected: String
    ) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let entry = Data("[Desktop Entry]\nType=Application\nExec=true\n".utf8)
        #expect(try HandedFiles(folder: folder).place(entry, named: name).lastPathComponent == expected)
    }

    @Test(arguments: [String(repeating: "照", count: 120), String(repeating: "照", count: 120) + ".jpg"])
    func `A name of many bytes is cut and keeps its ending`(_ name: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = try HandedFiles(folder: folder).place(jpeg, named: name)
        #expect(file.lastPathComponent == String(repeating: "照", count: 83) + ".jpg")
    }

    @Test func `Two photos of one name are two files, which nobody else reads`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = HandedFiles(folder: folder)
        let one = try files.place(jpeg, named: "a.jpg")
        let other = try files.place(jpeg + [1], named: "a.jpg")
        #expect(one != other && one.lastPathComponent == "a.jpg")
        #expect(try Data(contentsOf: one) == jpeg)
        let rights = try FileManager.default.attributesOfItem(atPath: one.deletingLastPathComponent().path)
        #expect(rights[.posixPermissions] as? Int == 0o700)
    }

    @Test(.enabled(if: SmallDisk.canBeMade))
    func `Files of any size are counted when they go`() throws {
        let disk = try SmallDisk(byteCount: 1 << 20)
        let files = HandedFiles(folder: URL(fileURLWithPath: disk.path).appendingPathComponent("handed"))
        for name in ["a.jpg", "b.jpg"] {
            let file = try files.place(jpeg, named: name)
            #expect(truncate(file.path, .max) == 0)
        }
        #expect(files.removeAll() > 1 << 40)
    }

    @Test func `A file stays as long as it may, and not a second longer`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = HandedFiles(folder: folder)
        let file = try files.place(jpeg, named: "a.jpg")
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        try FileManager.default.setAttributes(
            [.modificationDate: date], ofItemAtPath: file.deletingLastPathComponent().path)
        files.removeOld(at: date + HandedFiles.keptSeconds)
        #expect(FileManager.default.fileExists(atPath: file.path))
        files.removeOld(at: date + HandedFiles.keptSeconds + 1)
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test func `What was handed long ago is removed`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = HandedFiles(folder: folder)
        let old = try files.place(jpeg, named: "old.jpg")
        let recent = try files.place(jpeg, named: "recent.jpg")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -8 * 24 * 3600)],
            ofItemAtPath: old.deletingLastPathComponent().path)
        _ = try files.place(jpeg, named: "new.jpg")
        #expect(!FileManager.default.fileExists(atPath: old.path))
        #expect(FileManager.default.fileExists(atPath: recent.path))
    }

    @Test func `All are removed at once, and the next one is made as usual`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = HandedFiles(folder: folder)
        #expect(files.removeAll() == 0)
        for name in ["a.jpg", "b.jpg"] { _ = try files.place(jpeg, named: name) }
        #expect(files.removeAll() == 2 * jpeg.count)
        #expect(!FileManager.default.fileExists(atPath: folder.path))
        #expect(try Data(contentsOf: files.place(jpeg, named: "a.jpg")) == jpeg)
    }

    @Test func `What cannot be made says so`() {
        let files = HandedFiles(folder: URL(fileURLWithPath: "/proc/none"))
        #expect(throws: (any Error).self) { try files.place(jpeg, named: "a.jpg") }
    }
}
