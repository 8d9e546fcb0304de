import Foundation
import PhotoCore
import Synchronization
import Testing
import TestSupport

@Suite("Row pictures that are written later")
struct DeferredRowPicturesTests {
    /// A store whose writing waits at a gate, and which records the priority of the writing thread.
    private final class SlowStore: RowPictureStoring {
        let gate = Gate()
        let kept = StubRowPictures()
        let niceness = Mutex<Int32>(0)

        func version(of url: URL) -> PhotoVersion? { kept.version(of: url) }
        func picture(of version: PhotoVersion, toFill size: PixelSize, isCancelled: () -> Bool) -> PixelBuffer? {
            kept.picture(of: version, toFill: size, isCancelled: isCancelled)
        }
        func failure(of version: PhotoVersion) -> DecodeFailure? { kept.failure(of: version) }
        func keep(_ picture: WholePicture, of version: PhotoVersion) {
            niceness.withLock { $0 = getpriority(CInt(PRIO_PROCESS.rawValue), 0) }
            gate.pass()
            kept.keep(picture, of: version)
        }
        func keep(_ failure: DecodeFailure, of version: PhotoVersion) { kept.keep(failure, of: version) }
        func forgetFailure(of version: PhotoVersion) { kept.forgetFailure(of: version) }
    }

    private let store = SlowStore()

    private func version(_ number: Int) -> PhotoVersion {
        PhotoVersion(url: URL(fileURLWithPath: "/photos/\(number)"), modified: 1000)
    }

    private func picture(byteCount: Int) -> WholePicture {
        let size = PixelSize(width: byteCount / 4, height: 1)
        let pixels = PixelBuffer(size: size, bytesPerRow: byteCount, bytes: [UInt8](repeating: 0, count: byteCount))
        return WholePicture(pixels, of: size, format: .jpeg)
    }

    @Test func `Nobody waits for what is written, and it is written in order, on a thread that is nice to all others`()
    {
        let deferred = DeferredRowPictures(store)
        deferred.keep(picture(byteCount: 40), of: version(1))
        deferred.keep(.cutShort, of: version(2))
        deferred.keep(picture(byteCount: 40), of: version(2))
        #expect(store.gate.waitForSomebody())
        #expect(deferred.failure(of: version(2)) == nil)
        store.gate.open()
        deferred.waitUntilIdle()
        #expect(store.kept.kept == [version(1), version(2)])
        #expect(store.kept.failures.isEmpty)
        #expect(store.niceness.withLock { $0 } == 19)
        #expect(getpriority(CInt(PRIO_PROCESS.rawValue), 0) < 19)
    }

    @Test func `Pictures without room are not stored; those with room again are`() {
        let deferred = DeferredRowPictures(store, budget: 100_000)
        deferred.keep(picture(byteCount: 40_000), of: version(0))
        #expect(store.gate.waitForSomebody())
        // The first is being written, and no longer waits.
        for number in 1...4 { deferred.keep(picture(byteCount: 40_000), of: version(number)) }
        store.gate.open()
        deferred.waitUntilIdle()
        #expect(store.kept.kept == [version(0), version(1), version(2)])
        deferred.keep(picture(byteCount: 40_000), of: version(5))
        deferred.waitUntilIdle()
        #expect(store.kept.kept.last == version(5))
    }

    @Test func `At its end it finishes what is being written, and nothing else`() {
        let deferred = DeferredRowPictures(store)
        deferred.keep(picture(byteCount: 40), of: version(1))
        #expect(store.gate.waitForSomebody())
        deferred.keep(picture(byteCount: 40), of: version(2))
        deferred.stop()
        store.gate.open()
        deferred.waitUntilIdle()
        deferred.keep(picture(byteCount: 40), of: version(3))
        deferred.waitUntilIdle()
        #expect(store.kept.kept == [version(1)])
    }
}
