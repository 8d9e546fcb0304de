@testable import ConfinedDecoding
import Foundation
@testable import PhotoCore
import Synchronization
import TestSupport
import Testing

@Suite("A worker that lies")
struct WorkerLiesTests {
    private static func descriptors() throws -> Set<String> {
        // Other tests have workers of their own at the same time: only memory counts, which is open for a moment.
        let folder = "/proc/self/fd"
        let links = try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
        }
        return Set(links.filter { $0.contains("memfd:pixels") })
    }

    private let pool = WorkerPool(Workers.hostile, most: 1)

    @Test(
        "A reply that is malformed, has wrong memory, or is none to the question costs the worker and one picture",
        arguments: [
            "nothing", "short", "no-memory", "link", "unasked-memory", "sent-back", "two", "large", "ready", "frame",
            "photo", "facts", "piece", "pieces", "ended", "frames-ended", "bytes", "empty", "too-long", "cut", "more",
        ])
    func lies(_ lie: String) throws {
        let decoder = ConfinedDecoder(pool)
        #expect(Workers.outcome("descriptors", decoder) == .unreadable(reason: "0"))
        let processes = pool.processes
        #expect(Workers.outcome("lie \(lie)", decoder) == .crashed)
        // The next picture has a worker that has not lied.
        #expect(Workers.outcome("descriptors", decoder) == .unreadable(reason: "0"))
        #expect(!Set(processes).isSubset(of: pool.processes))
        #expect(becomesTrue { (try? Self.descriptors().isEmpty) == true })
    }

    @Test(
        "A worker that keeps memory which it was lent, or asks for more of it again and again, is ended",
        arguments: [
            "kept-descriptor", "kept-mapping", "kept-copy", "kept-in-failure", "kept-first", "memory-again",
            "memory-unheard", "no-bytes", "negative-bytes", "enormous-bytes",
        ])
    func keeps(_ lie: String) throws {
        let decoder = ConfinedDecoder(pool)
        #expect(Workers.outcome("descriptors", decoder) == .unreadable(reason: "0"))
        let processes = pool.processes
        #expect(Workers.outcome("lie \(lie)", decoder) == .crashed)
        #expect(!Set(processes).isSubset(of: pool.processes))
        #expect(Workers.outcome("descriptors", decoder) == .unreadable(reason: "0"))
        #expect(becomesTrue { (try? Self.descriptors().isEmpty) == true })
    }

    @Test("A worker that asks for memory after the cancellation gets none, and an answer")
    func cancelledAsking() {
        var limits = WorkerLimits()
        // It is not killed.
        limits.cancellation = .seconds(60)
        let decoder = ConfinedDecoder(pool, limits: limits)
        #expect(Workers.outcome("descriptors", decoder) == .unreadable(reason: "0"))
        let processes = pool.processes
        let asked = Atomic(0)
        let outcome = Workers.outcome("heed-and-borrow", decoder) { asked.add(1, ordering: .relaxed).newValue > 20 }
        #expect(outcome == .cancelled)
        #expect(Workers.outcome("descriptors", decoder) == .unreadable(reason: "0"))
        #expect(Set(processes).isSubset(of: pool.processes))
    }

    @Test("A photo is as wide as its planes, and they lie in its memory", arguments: ["photo", "no-photo", "outside"])
    func photos(_ lie: String) throws {
        let decoder = ConfinedDecoder(pool)
        func photo() throws -> DecodedPhoto {
            try decoder.decodePhoto(Workers.picture("lie \(lie)"), at: .level(0), isCancelled: { false })
        }
        if lie == "photo" {
            // It is sound, for this question.
            #expect(try photo().planes[0]?.size == .square(16))
        } else {
            #expect(throws: DecodeFailure.crashed) { try photo() }
        }
    }

    @Test(
        "A frame that lies outside of its memory, or is none of its photo, costs the worker",
        arguments: ["outside-frame", "frame", "kept-frame", "photo", "facts", "bytes"])
    func frames(_ lie: String) throws {
        let decoder = ConfinedDecoder(pool)
        let photo = try decoder.decodePhoto(Workers.picture("frames \(lie)"), at: .level(0), isCancelled: { false })
        let frames = try #require(photo.frames)
        let processes = pool.processes
        #expect(frames.play().next(at: 0, isCancelled: { false }) == nil)
        // The spare worker stays, the one with the frames does not.
        #expect(!Set(processes).isSubset(of: pool.processes))
        #expect(frames.play().next(at: 0, isCancelled: { false }) == nil)
    }

    @Test("What a worker says unasked is not taken for the reply to the next picture")
    func twice() throws {
        let decoder = ConfinedDecoder(pool)
        #expect(Workers.outcome("lie twice", decoder) == .unreadable(reason: "first"))
        let worker = try #require(pool.processes.first)
        // A worker that sleeps has sent all.
        while Workers.state(worker) != "S" { sched_yield() }
        #expect(Workers.outcome("descriptors", decoder) == .unreadable(reason: "0"))
        #expect(!pool.processes.contains(worker))
    }

    @Test("A worker that asks for a size again and again, or unasked, is ended at once")
    func sizes() {
        let decoder = ConfinedDecoder(pool)
        #expect(Workers.outcome("lie sizes", decoder) == .crashed)
        let asked = Atomic(0)
        #expect(throws: DecodeFailure.crashed) {
            // Another picture: this one is not decoded again.
            try decoder.decodeWhole(
                Workers.picture("lie sizes whole"),
                at: { size in
                    asked.add(1, ordering: .relaxed)
                    return size
                }, isCancelled: { false })
        }
        #expect(asked.load(ordering: .relaxed) == WorkerExchange.mostQuestions)
        #expect(Workers.outcome("descriptors", decoder) == .unreadable(reason: "0"))
    }

    @Test("A worker that sends a file in small pieces, and does not work, is ended like a silent one")
    func drippingFile() {
        var limits = WorkerLimits()
        // Long enough for a worker to start on a busy machine.
        limits.silence = .seconds(3)
        let files = ConfinedFiles(pool, formats: ExportOptions.Format.allCases, limits: limits)
        let bytes = [UInt8](repeating: 9, count: 16 * 16 * 4)
        let pixels = ExportPixels(
            consuming: PixelBuffer(size: .square(16), bytesPerRow: 64, bytes: bytes), keepsAlpha: true)
        let failure = DecodeFailure.tooSlow(seconds: 3)
        #expect(throws: PhotoSaveFailure.encode(reason: "\(failure)")) {
            try files.encode(pixels, as: .png, quality: 90, isCancelled: { false }) { _ in }
        }
    }

    @Test("A file that does not end is not written on")
    func endlessFile() throws {
        let files = ConfinedFiles(pool, formats: ExportOptions.Format.allCases)
        let size = PixelSize.square(16)
        let bytes = [UInt8](repeating: 9, count: 16 * 16 * 4)
        let pixels = ExportPixels(
            consuming: PixelBuffer(size: size, bytesPerRow: 64, bytes: bytes), keepsAlpha: true)
        var written = 0
        do throws(PhotoSaveFailure) {
            try files.encode(pixels, as: .jpeg, quality: 90, isCancelled: { false }) { written += $0.count }
            Issue.record("it has no end")
        } catch {
            #expect(error == .encode(reason: "\(DecodeFailure.crashed)"))
        }
        #expect(written > 0 && written <= ConfinedFiles.longestFile(ofPixels: pixels.bytes.count))
    }

    @Test("A file is as long as it may be, and not a byte longer")
    func longestFile() throws {
        let files = ConfinedFiles(pool, formats: ExportOptions.Format.allCases)
        let bytes = [UInt8](repeating: 9, count: 16 * 16 * 4)
        func length(more: Int) throws(PhotoSaveFailure) -> Int {
            let pixels = ExportPixels(
                consuming: PixelBuffer(size: .square(16), bytesPerRow: 64, bytes: bytes), keepsAlpha: true)
            var written = 0
            try files.encode(pixels, as: .webp, quality: 1 + more, isCancelled: { false }) { written += $0.count }
            return written
        }
        #expect(try length(more: 0) == ConfinedFiles.longestFile(ofPixels: bytes.count))
        #expect(throws: PhotoSaveFailure.encode(reason: "\(DecodeFailure.crashed)")) { try length(more: 1) }
        #expect(try length(more: 0) == ConfinedFiles.longestFile(ofPixels: bytes.count))
    }
}
