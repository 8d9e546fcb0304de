import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@Suite struct FilePathTests {
    @Test(arguments: [
        ("/a%20b", "/a b"), ("%41%4a%4A", "AJJ"), ("%", "%"), ("%4", "%4"), ("a%zz", "a%zz"), ("%C3%A9", "é"),
        ("%+5", "%+5"), ("%-0", "%-0"), ("a%00b", "a"), ("%25%32%30", "%20"),
    ])
    func `A percent sign and two digits stand for a byte, and nothing else does`(text: String, path: String) {
        #expect(FilePath(percentEncoded: text).bytes == Array(path.utf8))
    }

    @Test func `A relative path follows its folder after one slash`() {
        for (folder, path, whole) in [
            ("/", "a", "/a"), ("/b", "a", "/b/a"), ("/b/", "a/c", "/b/a/c"), ("/b", "/a", "/a"), ("", "a", "/a"),
        ] {
            #expect(FilePath(folder).resolving(FilePath(path)) == FilePath(whole), "\(folder) \(path)")
        }
        #expect(FilePath("/").appending("a") == "/a" && FilePath("/b").appending("a") == "/b/a")
    }

    @Test func `A move takes one step, also of what can have no second link, as files on some disks`() throws {
        let folder = TemporaryFolder()
        let (old, new) = (folder.newPlace(), folder.newPlace())
        // No folder can have one.
        try FileManager.default.createDirectory(at: old, withIntermediateDirectories: false)
        #expect(old.filePath.move(to: new.filePath) == 0)
        #expect(new.filePath.isFolder && !old.filePath.isTaken)
    }

    @Test(arguments: [true, false])
    func `A move leaves one name, and replaces neither a file nor a dangling link`(isAtOnce: Bool) throws {
        func move(_ from: URL, _ to: URL) -> CInt {
            isAtOnce ? from.filePath.move(to: to.filePath) : from.filePath.moveInSteps(to: to.filePath)
        }
        let folder = TemporaryFolder()
        let (old, new, taken, dangling) = (folder.newPlace(), folder.newPlace(), folder.newPlace(), folder.newPlace())
        try Data("old".utf8).write(to: old)
        try Data("taken".utf8).write(to: taken)
        try FileManager.default.createSymbolicLink(atPath: dangling.path, withDestinationPath: "nothing")
        #expect(move(old, taken) == EEXIST)
        #expect(try Data(contentsOf: taken) == Data("taken".utf8))
        #expect(move(old, dangling) == EEXIST)
        #expect(move(old, new) == 0)
        #expect(try Data(contentsOf: new) == Data("old".utf8))
        #expect(!old.filePath.isTaken)
    }
}
