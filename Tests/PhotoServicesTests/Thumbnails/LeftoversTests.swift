import Foundation
@testable import PhotoCore
import Synchronization
import Testing

@testable import PhotoServices

@Suite struct LeftoversTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("left-\(UUID())")
    private static let now = 1_700_000_000

    private enum Writer { case nobody, locks, hasItOpen }

    private var leftovers: Leftovers {
        Leftovers(
            thumbnails: folder.appendingPathComponent("thumbnails").filePath,
            settings: folder.appendingPathComponent("settings").filePath,
            replies: folder.appendingPathComponent("http").filePath,
            notes: HiddenFileNotes(folder: folder.appendingPathComponent("saving").filePath),
            cache: folder.appendingPathComponent("cache").filePath,
            handed: HandedFiles(folder: folder.appendingPathComponent("handed")))
    }

    private func removing(_ name: String, aged seconds: Int, writer: Writer = .nobody) throws -> Bool {
        let file = folder.appendingPathComponent(name)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("x".utf8).write(to: file)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: Double(Self.now - seconds))], ofItemAtPath: file.path)
        let descriptor = writer == .nobody ? -1 : open(file.path, O_WRONLY)
        if writer == .locks { _ = flock(descriptor, LOCK_EX | LOCK_NB) }
        defer { if descriptor >= 0 { close(descriptor) } }
        leftovers.remove(now: Self.now)
        return !FileManager.default.fileExists(atPath: file.path)
    }

    @Test(arguments: ["normal", "large", "x-large", "xx-large", "fail/classic-photos-0.1.0"])
    func `A thumbnail is removed once its writer is gone, whatever the clock says`(size: String) throws {
        for seconds in [0, 3600, 1_000_000, -1_000_000] {
            #expect(try removing("thumbnails/\(size)/.classic-photos-aaaaaa", aged: seconds))
            #expect(try !removing("thumbnails/\(size)/.classic-photos-aaaaaa", aged: seconds, writer: .locks))
        }
    }

    @Test(arguments: [
        "thumbnails/large/0123456789abcdef0123456789abcdef.png", "thumbnails/large/0123.png.AbCdEf",
        "thumbnails/large/.hidden", "settings/keyfile", "thumbnails/.classic-photos-aaaaaa", "http/0123",
        "http/0123.stream",
    ])
    func `What is whole, or another program's, stays`(name: String) throws {
        #expect(try !removing(name, aged: 1_000_000))
    }

    @Test func `What was left of the settings is removed once nobody has it open`() throws {
        for seconds in [2, 3600, -2, -3600] {
            #expect(try removing("settings/.goutputstream-AAAAAA", aged: seconds))
            #expect(try !removing("settings/.goutputstream-AAAAAA", aged: seconds, writer: .hasItOpen))
        }
        #expect(try !removing("settings/.goutputstream-AAAAAA", aged: 0))
        #expect(try removing("settings/.goutputstream-AAAAAA", aged: 86_401, writer: .hasItOpen))
    }

    @Test(arguments: ["http/.0123", "http/0123.part", "http/0123.sums"])
    func `A body without a name, or half of a partial one, is removed once its writer is gone`(name: String) throws {
        for seconds in [0, 3600, -3600] {
            #expect(try removing(name, aged: seconds))
            if !name.hasSuffix("sums") { #expect(try !removing(name, aged: seconds, writer: .locks)) }
        }
    }

    @Test func `A part of an archive goes after a day, what was handed to other programs after a week`() throws {
        for (seconds, goes) in [(86_400, false), (86_401, true), (-86_400, false), (-86_401, true)] {
            #expect(try removing("cache/.archive-AAAAAA", aged: seconds) == goes)
            #expect(try !removing("cache/libraries.sqlite", aged: seconds))
        }
        let week = Int(HandedFiles.keptSeconds)
        for (seconds, goes) in [(week, false), (week + 1, true), (-week, false), (-week - 1, true)] {
            #expect(try removing("handed/0", aged: seconds) == goes)
        }
    }

    @Test func `Both halves of a partial body stay`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in ["0123.part", "0123.sums"] { try Data("x".utf8).write(to: folder.appendingPathComponent(name)) }
        AbandonedBodies(in: folder.filePath).remove()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
    }

    @Test func `A reply that is being written is no leftover`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = HTTPStore(folder: folder)
        let url = try #require(URL(string: "http://host/a"))
        let head = StoredHead(
            ReplyHead(status: 200, fields: ["etag": "\"a\""], url: url, times: 1...2), to: url, totalByteCount: 100)
        // The second one writes to a file without a final name.
        let writers = try (0..<2).map { _ in try #require(StoredStreamWriter(url, head, in: store)) }
        for writer in writers { writer.append(Data(count: 100)) }
        AbandonedBodies(in: folder.filePath).remove()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.count == 3, "\(names)")
        for writer in writers { writer.abandon() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    /// Calls `write` with many numbers while the leftovers in the folder are removed again and again. Returns the
    /// numbers for which it returns false.
    private func removing(during write: @Sendable (Int) -> Bool) -> [Int] {
        let isOver = Mutex(false)
        let failed = Mutex<[Int]>([])
        let (remover, leftovers) = (DispatchGroup(), leftovers)
        DispatchQueue.global().async(group: remover) {
            while !isOver.withLock({ $0 }) { leftovers.remove(now: Self.now) }
        }
        DispatchQueue.concurrentPerform(iterations: 6000) { number in
            if !write(number) { failed.withLock { $0.append(number) } }
        }
        isOver.withLock { $0 = true }
        remover.wait()
        return failed.withLock { $0 }
    }

    @Test func `Replies and thumbnails that are written while leftovers are removed are all there`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = HTTPStore(folder: folder.appendingPathComponent("http"))
        let sizes = folder.appendingPathComponent("thumbnails/large")
        try FileManager.default.createDirectory(at: sizes, withIntermediateDirectories: true)
        let lost = removing { number in
            let url = URL(filePath: "/photo/\(number)")
            let head = StoredHead(
                ReplyHead(status: 200, fields: ["etag": "\"a\""], url: url, times: 1...2), to: url, totalByteCount: 9)
            // What is found is removed: the fewer files there are, the more often each one is met.
            defer { store.removeBody(of: url) }
            switch number % 3 {
            case 0:
                store.keep(StoredReply(head: head, body: Data(count: 9), isWhole: true))
                return store.reply(for: url) != nil
            case 1:
                let writer = StoredStreamWriter(url, head, in: store, isResumable: number % 2 == 0)
                writer?.append(Data(count: 9))
                writer?.finish(head)
                return store.streamedReply(for: url, limit: 100) != nil
            default:
                let file = sizes.appendingPathComponent("\(number).png")
                defer { file.filePath.remove() }
                ThumbnailFile.write(Data(count: 9), to: file, in: [])
                return ThumbnailFile.read(file) != nil
            }
        }
        #expect(lost == [])
    }
}
