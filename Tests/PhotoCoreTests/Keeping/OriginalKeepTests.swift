import Foundation
import PhotoCore
import TestSupport
import Testing

@MainActor
@Suite struct OriginalSavingTests {
    @MainActor
    private final class Outcome {
        var results: [Result<Int, OriginalSaveFailure>] = []
    }

    private let fetcher = StubFetcher()
    private let context = HandDrivenMainContext()
    private let outcome = Outcome()
    private let url = URL(fileURLWithPath: "/photos/1.jpg")
    private let target = FileManager.default.temporaryDirectory.appendingPathComponent("original-\(UUID()).jpg")

    private func save() -> OriginalSaving {
        let saving = OriginalSaving(fetcher: fetcher, mainContext: context)
        saving.save(url, to: target.path) { [outcome] in outcome.results.append($0) }
        return saving
    }

    @Test func `What came is in the file, byte for byte`() throws {
        defer { try? FileManager.default.removeItem(at: target) }
        let bytes = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
        let saving = save()
        fetcher.answer(url, .success(bytes))
        #expect(context.run { outcome.results == [.success(100_000)] })
        #expect(try Data(contentsOf: target) == bytes)
        _ = saving
    }

    @Test func `What could not be had leaves the file that was there`() throws {
        defer { try? FileManager.default.removeItem(at: target) }
        try Data([7]).write(to: target)
        let saving = save()
        fetcher.answer(url, .failure(.cutShort(received: 10, expected: 20)))
        #expect(context.run { outcome.results == [.failure(.fetch(.cutShort(received: 10, expected: 20)))] })
        #expect(try Data(contentsOf: target) == Data([7]))
        _ = saving
    }

    @Test func `Cancelled, it closes its request and tells nothing`() {
        let saving = save()
        saving.cancel()
        #expect(fetcher.wait(untilClosed: 1))
        // Another one comes after it on the same queue.
        saving.save(url, to: "/proc/no") { [outcome] in outcome.results.append($0) }
        fetcher.answer(url, .success(Data([1])))
        #expect(context.run { outcome.results == [.failure(.save(.noFolder))] })
        #expect(!FileManager.default.fileExists(atPath: target.path))
    }
}
