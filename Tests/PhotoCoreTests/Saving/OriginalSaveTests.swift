import Foundation
@testable import PhotoCore
import TestSupport
import Testing

@MainActor
@Suite struct OriginalSaveTests {
    private let trial: SavingTrial

    init() throws { trial = try SavingTrial() }

    private func began() -> Bool { trial.context.run { trial.streams.asked.count == 1 } }

    @Test func `Pieces are written as they come, and the file is there when the last one is`() throws {
        trial.keep(.original, [SavingTrial.photo("a")], to: trial.target("kept.jpg"))
        #expect(began())
        trial.streams.open(expected: 8)
        trial.streams.give("half")
        #expect(trial.context.run { trial.fractions.contains(0.5) })
        #expect(trial.files == [])
        trial.streams.give("more")
        trial.streams.end()
        let outcome = try #require(trial.finish())
        #expect(outcome.keptCount == 1 && outcome.missing.isEmpty && outcome.lastFile?.byteCount == 8)
        #expect(trial.contents("kept.jpg") == Data("halfmore".utf8))
        #expect(trial.files == ["kept.jpg"])
    }

    @Test func `Bytes that are in memory are not asked for again`() throws {
        let photo = SavedPhoto(
            name: "a", location: .success(URL(fileURLWithPath: "/photos/a.jpg")), held: Data("held".utf8))
        trial.keep(.original, [photo], to: trial.target("kept.jpg"))
        #expect(try #require(trial.finish()).keptCount == 1)
        #expect(trial.contents("kept.jpg") == Data("held".utf8))
        #expect(trial.streams.asked.isEmpty)
    }

    @Test func `What breaks off leaves the file that was there, and says why`() throws {
        try Data([7]).write(to: trial.folder.appendingPathComponent("kept.jpg"))
        trial.keep(.original, [SavingTrial.photo("a")], to: trial.target("kept.jpg"))
        #expect(began())
        trial.streams.open(expected: 20)
        trial.streams.give("ten bytes.")
        trial.streams.end(.cutShort(received: 10, expected: 20))
        #expect(try #require(trial.finish()).missing.map(\.failure) == [.fetch(.cutShort(received: 10, expected: 20))])
        #expect(trial.contents("kept.jpg") == Data([7]))
        #expect(trial.files == ["kept.jpg"])
    }

    @Test func `A length that is not announced shows in bytes`() throws {
        trial.keep(.original, [SavingTrial.photo("a")], to: trial.target("kept.jpg"))
        #expect(began())
        trial.streams.open()
        trial.streams.give(String(repeating: "x", count: 300_000))
        #expect(trial.context.run { trial.keeping?.progress.byteCount == 300_000 })
        #expect(trial.keeping?.progress.fraction == nil)
        trial.keeping?.cancel()
    }

    @Test func `Cancelled, it closes its request, leaves nothing, and says so at once`() throws {
        trial.keep(.original, [SavingTrial.photo("a")], to: trial.target("kept.jpg"))
        #expect(began())
        trial.streams.open(expected: 20)
        trial.streams.give("ten bytes.")
        #expect(trial.context.run { trial.keeping?.progress.fraction == 0.5 })
        trial.keeping?.cancel()
        #expect(trial.outcome?.isCancelled == true && trial.outcome?.missing.isEmpty == true)
        #expect(trial.context.run { trial.streams.closed.count == 1 })
        #expect(trial.files == [])
    }

    @Test func `A target that is a folder is refused before anything is asked for`() throws {
        trial.keep(.original, [SavingTrial.photo("a")], to: .file(FilePath(trial.folder.path)))
        #expect(try #require(trial.finish()).missing.map(\.failure) == [.save(.isFolder)])
        #expect(trial.streams.asked.isEmpty)
    }

    @Test func `A folder that is gone is said to be, also if it goes meanwhile`() throws {
        trial.keep(.original, [SavingTrial.photo("a")], to: .folder(FilePath(trial.folder.path + "/gone")))
        #expect(try #require(trial.finish()).missing.map(\.failure) == [.save(.noFolder)])
        let second = try SavingTrial()
        second.keep(.original, [SavingTrial.photo("a")], to: second.target("kept.jpg"))
        #expect(second.context.run { second.streams.asked.count == 1 })
        second.streams.give("bytes")
        try FileManager.default.removeItem(at: second.folder)
        second.streams.end()
        #expect(try #require(second.finish()).missing.map(\.failure) == [.save(.noFolder)])
    }

    @Test func `Where nobody may write it is said, and nothing is asked for`() throws {
        // A place where not even root can create files.
        trial.keep(.original, [SavingTrial.photo("a")], to: .file("/proc/kept.jpg"))
        #expect(try #require(trial.finish()).missing.map(\.failure) == [.save(.noFolder)])
        #expect(trial.streams.asked.isEmpty)
    }

    @Test(.enabled(if: SmallDisk.canBeMade)) func `A full disk is said to be, and has nothing half-written on it`()
        throws
    {
        let disk = try SmallDisk(byteCount: 64 << 10)
        trial.keep(.original, [SavingTrial.photo("a")], to: .file(FilePath(disk.path + "/kept.jpg")))
        #expect(began())
        // Its length is not announced.
        trial.streams.open()
        for _ in 0..<9 { trial.streams.give(String(repeating: "x", count: 10_000)) }
        #expect(try #require(trial.finish()).missing.map(\.failure) == [.save(.noRoom)])
        #expect(trial.streams.closed.count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == [])
        #expect(disk.freeByteCount == 64 << 10)
    }

    @Test(.enabled(if: SmallDisk.canBeMade)) func `What is known to be too much is given up before it comes`() throws {
        let disk = try SmallDisk(byteCount: 64 << 10)
        trial.keep(.original, [SavingTrial.photo("a")], to: .file(FilePath(disk.path + "/kept.jpg")))
        #expect(began())
        trial.streams.open(expected: 100 << 10)
        #expect(try #require(trial.finish()).missing.map(\.failure) == [.save(.noRoom)])
        #expect(trial.streams.closed.count == 1)
    }

    @Test(.enabled(if: SmallDisk.canBeMade)) func `A disk that is read-only is said to be`() throws {
        let disk = try SmallDisk(byteCount: 64 << 10, isReadOnly: true)
        trial.keep(.original, [SavingTrial.photo("a")], to: .folder(FilePath(disk.path)))
        #expect(try #require(trial.finish()).missing.map(\.failure) == [.save(.notAllowed)])
        #expect(trial.streams.asked.isEmpty)
    }
}
