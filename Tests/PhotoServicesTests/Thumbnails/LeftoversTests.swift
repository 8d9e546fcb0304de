import Foundation
import PhotoCore
import Testing

@testable import PhotoServices

@Suite struct LeftoversTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("left-\(UUID())")
    private static let now = 1_700_000_000
    private static let nobody = "999999999"

    private func removing(_ name: String, aged seconds: Int) throws -> Bool {
        let file = folder.appendingPathComponent(name)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("x".utf8).write(to: file)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: Double(Self.now - seconds))], ofItemAtPath: file.path)
        Leftovers(
            thumbnails: folder.appendingPathComponent("thumbnails").filePath,
            settings: folder.appendingPathComponent("settings").filePath
        ).remove(now: Self.now)
        return !FileManager.default.fileExists(atPath: file.path)
    }

    @Test(arguments: ["normal", "large", "x-large", "xx-large", "fail/classic-photos-0.1.0"])
    func `Of a writer that is gone a thumbnail is removed at once, of one that lives after a day`(size: String) throws {
        #expect(try removing("thumbnails/\(size)/.classic-photos-\(Self.nobody)-aaaaaa", aged: 0))
        #expect(try !removing("thumbnails/\(size)/.classic-photos-\(getpid())-aaaaaa", aged: 3600))
        #expect(try removing("thumbnails/\(size)/.classic-photos-\(getpid())-aaaaaa", aged: 86_401))
    }

    @Test(arguments: [
        "thumbnails/large/0123456789abcdef0123456789abcdef.png", "thumbnails/large/0123.png.AbCdEf",
        "thumbnails/large/.hidden", "settings/keyfile", "thumbnails/.classic-photos-999999999-aaaaaa",
    ])
    func `What is whole, or another program's, stays`(name: String) throws {
        #expect(try !removing(name, aged: 1_000_000))
    }

    @Test func `What was left of the settings is removed after a day`() throws {
        #expect(try !removing("settings/.goutputstream-AAAAAA", aged: 3600))
        #expect(try removing("settings/.goutputstream-AAAAAA", aged: 86_401))
    }
}
