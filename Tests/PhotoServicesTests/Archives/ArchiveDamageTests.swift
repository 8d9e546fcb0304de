import Foundation
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

@Suite("Damaged archives")
struct ArchiveDamageTests {
    /// How often each archive is damaged: by CLASSIC_PHOTOS_DAMAGE, or as often as takes some seconds.
    private static let roundCount =
        ProcessInfo.processInfo.environment["CLASSIC_PHOTOS_DAMAGE"].flatMap { Int($0) } ?? 20

    private static let archives = DocumentSample.all.filter { $0.family == "archives" }

    @Test func `Names are found as archives write them, and nothing else`() {
        let names = ArchiveNamesWithin(Array("trip/b.png, x\\c.png, long/prefix, name.png, w\0.\0p\0n\0g\0".utf8))
        for name in ["trip/b.png", "x/c.png", "long/prefix/name.png", "w.png"] { #expect(names.has(Array(name.utf8))) }
        for name in ["trip/d.png", "c/x.png", "long/name.jpg"] { #expect(!names.has(Array(name.utf8))) }
    }

    @Test(arguments: ["photos.tar.gz", "photos.tar.bz2", "photos.tar.xz", "photos.tar.zst", "photos.zip"])
    func `Names are found in packed archives`(archive: String) throws {
        let names = ArchiveNamesWithin(Array(try Data(contentsOf: ArchiveSample.url(archive))))
        #expect(names.has(Array("trip/b.png".utf8)))
        #expect(!names.has(Array("trip/d.png".utf8)))
    }

    @Test(arguments: archives)
    func `A damaged archive has photos that are in it, or none`(archive: DocumentSample) async throws {
        let trial = try ArchiveTrial(archive)
        var seed = UInt64(7)
        for byte in archive.testDescription.utf8 { seed = seed &* 31 &+ UInt64(byte) }
        var damage = Damage(seed: seed)
        for await round in Rounds(Self.roundCount) { try trial.check(damage.damaged(trial.whole), "round \(round)") }
    }

    @Test(arguments: archives)
    func `An archive that is cut anywhere has photos that are in it, or none`(archive: DocumentSample) async throws {
        let trial = try ArchiveTrial(archive)
        let count = trial.whole.count
        // Many of the samples are shorter than a kilobyte.
        let places = Set((0...count >> 10).map { $0 << 10 } + (0..<16).map { count * $0 / 16 }).sorted()
        for await index in Rounds(places.count) {
            try trial.check(Array(trial.whole.prefix(places[index])), "cut at byte \(places[index])")
        }
    }
}

/// Damages one archive, and reads what is left as the program does, on the caller's thread.
private final class ArchiveTrial {
    let whole: [UInt8]
    private let archive: DocumentSample
    private let names: Set<[UInt8]>
    private let place = FileManager.default.temporaryDirectory.appendingPathComponent("damaged-\(UUID())")

    /// 10 s of the processor: a thousand times what any of them takes, so it means a reading without end.
    private static let mostMicroseconds = 10_000_000
    /// How much of a member is read: `bomb.zip` has one of 20 MB.
    private static let mostRead = 1 << 20

    init(_ archive: DocumentSample) throws {
        self.archive = archive
        whole = Array(try Data(contentsOf: archive.url))
        let opened = try? OpenArchive(archive.url, ArchiveSample.access)
        names = Set(opened?.members.map(\.name) ?? [])
    }

    deinit { try? FileManager.default.removeItem(at: place) }

    func check(_ bytes: [UInt8], _ damage: String) throws {
        let start = Self.threadMicroseconds
        defer { #expect(Self.threadMicroseconds - start < Self.mostMicroseconds, "\(archive), \(damage)") }
        let asDocument = archive.read(bytes)
        guard asDocument.failure == .archive else {
            // Its first bytes are no archive's any more. One that is cut after a name lists that name.
            let within = ArchiveNamesWithin(bytes)
            for row in 0..<asDocument.catalogue.count {
                let name = asDocument.catalogue.name(at: row)
                #expect(within.has(Array(name.utf8)), "\(archive), \(damage): \(asDocument.rows[row])")
            }
            let saysWhy = asDocument.failure?.description.isEmpty == false
            #expect(asDocument.catalogue.count > 0 || saysWhy, "\(archive), \(damage)")
            return
        }
        try Data(bytes).write(to: place)
        let shelf = ArchiveSample.shelf
        let outcome = ArchiveSample.catalogue(place, shelf: shelf)
        let reason = outcome.failure?.description
        #expect(outcome.catalogue.count > 0 || reason?.isEmpty == false, "\(archive), \(damage)")
        // Its worker reads it to its end.
        for failure in [ArchiveError.crashed, .killed, .tooSlow(seconds: 10), .notStarted] {
            #expect(outcome.failure != failure.catalogueFailure, "\(archive), \(damage)")
        }
        // A damaged length may want more memory than there is, or not: that depends on what the worker read before.
        if outcome.failure == ArchiveError.outOfMemory.catalogueFailure { return }
        let access = ArchiveSample.access
        guard let opened = try? shelf.archive(at: place, access) else { return }
        if opened.incompleteness == .outOfMemory { return }
        try #require(outcome.catalogue.count == opened.members.count, "\(archive), \(damage)")
        var within: ArchiveNamesWithin?
        for (row, member) in opened.members.enumerated() {
            if member.problem == nil {
                let url = ArchiveMember(archive: place, name: member.name).url
                let location = try? outcome.catalogue.location(at: row).get()
                #expect(location == url, "\(archive), \(damage), row \(row)")
            }
            // Pictures of a PDF document have names of their own.
            if !names.contains(member.name), PDFPictureName(member.name) == nil {
                let all = within ?? ArchiveNamesWithin(bytes)
                within = all
                let isThere = all.has(member.name)
                #expect(isThere, "\(archive), \(damage), row \(row): \(member.shown)")
            }
            read(member, of: opened, access)
        }
    }

    /// Reads a member's bytes up to its end or to the first damage.
    private func read(_ member: ArchiveListing.Member, of opened: OpenArchive, _ access: ArchiveAccess) {
        do throws(ArchiveError) {
            let reader = try opened.reader(of: member, access)
            var count = 0
            while count < Self.mostRead {
                let piece = try reader.read(64 << 10)
                if piece.isEmpty { break }
                count += piece.count
            }
        } catch {
            #expect(!error.failure.description.isEmpty)
            #expect(error != .crashed && error != .tooSlow(seconds: 10), "\(member.shown): \(error)")
        }
    }

    private static var threadMicroseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
    }
}
