@testable import ConfinedDecoding
import Foundation
@testable import PhotoCore
import PhotoDecoding
import Testing

@Suite("Archives in workers")
struct ConfinedArchiveTests {
    /// A member, without its name: that depends on the process's language.
    private struct Member: Equatable {
        let isFile: Bool
        let byteCount: Int?
        let seconds: Int?
        let position: Int
        let bytes: [UInt8]
    }

    private let pool = WorkerPool(Workers.hostile, most: 1)

    private static func members(
        _ unpacker: any ArchiveUnpacking, _ source: any ArchiveSource, most: Int = .max,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(ArchiveFailure) -> [Member] {
        let archive = try unpacker.open(.sequential, source, isCancelled: isCancelled)
        var members: [Member] = []
        while members.count < most, let header = try archive.next() {
            var bytes: [UInt8] = []
            while true {
                let piece = try archive.read(1 << 20)
                if piece.isEmpty { break }
                bytes += piece
            }
            members.append(
                Member(
                    isFile: header.isFile, byteCount: header.byteCount, seconds: header.seconds,
                    position: header.position, bytes: bytes))
        }
        return members
    }

    private static func sample(_ name: String) throws -> [UInt8] {
        let folder = (0..<2).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        return [UInt8](try Data(contentsOf: folder.appendingPathComponent("Samples/Documents/archives/\(name)")))
    }

    /// A sample that says how much memory it needs to be unpacked: 1 GiB for 36, 1.5 GiB for 37 (the .xz file format
    /// 1.2.1, 3.1 and 5.3.1).
    private static func sample(dictionary: UInt8) throws -> [UInt8] {
        var bytes = try sample("photos.tar.xz")
        // After the file's head of 12 bytes: the length of the block's head, its flags, its filter, and the length of
        // what that needs to know.
        let (start, place) = (12, 16)
        try #require(bytes[start] == 2 && bytes[14] == 0x21 && bytes[15] == 1)
        bytes[place] = dictionary
        let end = start + 8
        let sum = bytes[start..<end].withUnsafeBytes { CRC32.checksum(of: $0) }
        for index in 0..<4 { bytes[end + index] = UInt8(truncatingIfNeeded: sum >> (8 * UInt32(index))) }
        return bytes
    }

    /// The limit of a process's private memory, in bytes, as in proc(5).
    private static func memoryLimit(_ process: pid_t) -> Int? {
        let limits = try? String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8)
        let line = limits?.split(separator: "\n").first { $0.hasPrefix("Max data size") }
        return line?.split(separator: " ").dropFirst(3).first.flatMap { Int($0) }
    }

    private func outcome(
        _ command: String, _ limits: WorkerLimits = WorkerLimits(),
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) -> ArchiveFailure? {
        do throws(ArchiveFailure) {
            let unpacker = ConfinedUnpacker(pool, limits: limits)
            _ = try Self.members(unpacker, MemorySource(command), most: 3, isCancelled: isCancelled)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "A worker reads what this process would read",
        arguments: [
            "photos.zip", "photos.tar", "photos.tar.gz", "photos.tar.bz2", "photos.tar.xz", "photos.tar.zst",
            "photos.7z", "photos.cpio", "photos.rar", "old.rar",
        ])
    func formats(name: String) throws {
        let bytes = try Self.sample(name)
        let unpacker = ConfinedUnpacker(WorkerPool(Workers.real, most: 1))
        let members = try Self.members(unpacker, MemorySource(bytes))
        #expect(members.count { $0.bytes.starts(with: [0x89] + Array("PNG".utf8)) } >= 3)
        #expect(try members == Self.members(LibraryUnpacker(), MemorySource(bytes)))
        // The worker reads the next one as well.
        #expect(throws: ArchiveFailure.notAnArchive) {
            try Self.members(unpacker, MemorySource("This is no archive at all."))
        }
        #expect(try members == Self.members(unpacker, MemorySource(bytes)))
    }

    @Test("An archive that needs as much memory as a worker has is read, and none that needs more")
    func memory() throws {
        // The first needs 1 GiB, the second 1.5 GiB. The limit is between them.
        let (small, large) = try (Self.sample(dictionary: 36), Self.sample(dictionary: 37))
        #expect((1 << 30..<3 << 29).contains(WorkerRights.archiveByteCount))
        let workers = WorkerPool(Workers.real, most: 1)
        let unpacker = ConfinedUnpacker(workers)
        let archive = try unpacker.open(.sequential, MemorySource(small), isCancelled: { false })
        withExtendedLifetime(archive) {
            #expect(workers.processes.contains { Self.memoryLimit($0) == WorkerRights.archiveByteCount })
        }
        let members = try Self.members(unpacker, MemorySource(small))
        #expect(try members == Self.members(unpacker, MemorySource(Self.sample("photos.tar.xz"))))
        #expect(throws: ArchiveFailure.self) { try Self.members(unpacker, MemorySource(large)) }
        #expect(try Self.members(unpacker, MemorySource(small)) == members)
    }

    @Test("More archives are open at once than workers may work, and decoding does not wait for them")
    func manyAtOnce() throws {
        let unpacker = ConfinedUnpacker(pool)
        let archives = try (0..<3).map { _ in
            try unpacker.open(.tar, MemorySource("sound"), isCancelled: { false })
        }
        for archive in archives { #expect(try archive.next()?.name == Array("a.png".utf8)) }
        #expect(Workers.outcome("descriptors", ConfinedDecoder(pool)) == .unreadable(reason: "0"))
        for archive in archives {
            #expect(try archive.read(100).count == 1)
            #expect(try archive.read(100).isEmpty)
            #expect(try archive.next() == nil)
            // The end is final, whatever the worker would say.
            #expect(try archive.next() == nil)
        }
    }

    @Test("An archive for which the library gets no memory is said to need more than there is")
    func noMemory() {
        #expect(outcome("no-memory") == .outOfMemory)
        #expect(outcome("sound") == nil)
    }

    @Test("A crash costs one archive", arguments: ["crash", "exit", "crash-reading"])
    func crash(command: String) {
        #expect(outcome("sound") == nil)
        #expect(outcome(command) == .crashed)
        #expect(outcome("sound") == nil)
    }

    @Test(
        "A reply that is malformed, is outside of the archive, or is none to the question costs the worker",
        arguments: [
            "beyond", "far", "too-much", "nothing-wanted", "negative", "flood", "early", "picture", "malformed",
            "empty", "memory", "unasked", "opened-again", "negative-place", "long", "no-piece",
        ])
    func lies(_ lie: String) {
        #expect(outcome("sound") == nil)
        let processes = pool.processes
        #expect(outcome(lie) == .crashed)
        #expect(!Set(processes).isSubset(of: pool.processes))
        #expect(outcome("sound") == nil)
    }

    @Test("A worker that asks for the same bytes again and again is ended")
    func again() throws {
        let source = MemorySource("again")
        #expect(throws: ArchiveFailure.damaged(reason: "")) {
            try Self.members(ConfinedUnpacker(pool), source)
        }
        #expect(source.answers == ArchiveLimits.asked(of: source.byteCount) / ArchiveLimits.leastAsked)
    }

    @Test("An archive without an end is read as far as it is wanted")
    func endless() { #expect(outcome("endless") == nil) }

    @Test("What cannot be read costs no worker")
    func refused() {
        let source = MemorySource(Array("refused".utf8), readable: 1)
        #expect(throws: ArchiveFailure.sourceFailed) { try Self.members(ConfinedUnpacker(pool), source) }
        let processes = pool.processes
        #expect(outcome("sound") == nil)
        #expect(Set(processes).isSubset(of: pool.processes))
    }

    @Test("A worker that works forever is ended at its limit of processor time")
    func burns() {
        var limits = WorkerLimits()
        limits.processorTime = .milliseconds(100)
        #expect(outcome("burn", limits) == .tooSlow(seconds: 10))
        #expect(outcome("sound") == nil)
    }

    @Test("A worker that neither works nor replies is ended")
    func sleeps() {
        var limits = WorkerLimits()
        // Long enough for a worker to start on a busy machine.
        limits.silence = .seconds(3)
        #expect(outcome("sleep", limits) == .tooSlow(seconds: 3))
    }

    @Test("A cancelled archive ends by force, after less than 50 ms of processor time")
    func cancelled() {
        #expect(outcome("sound") == nil)
        let processes = pool.processes
        let used = WatchedCancellation.leastUse {
            let cancellation = WatchedCancellation(pool) { [pool] in Workers.atWork(pool) != nil }
            #expect(outcome("burn", isCancelled: { cancellation.isCancelled() }) == .cancelled)
            return cancellation.use()
        }
        #expect(used < WatchedCancellation.mostUse)
        #expect(!Set(processes).isSubset(of: pool.processes))
        #expect(outcome("sound", isCancelled: { true }) == .cancelled)
        #expect(outcome("sound") == nil)
    }

    @Test("The failure says that no worker starts")
    func nothingStarts() {
        for path in ["/nonexistent", "/bin/true"] {
            let unpacker = ConfinedUnpacker(WorkerPool(DecoderProgram(path: path), most: 1))
            #expect(throws: ArchiveFailure.notStarted) { try Self.members(unpacker, MemorySource("sound")) }
        }
    }
}
