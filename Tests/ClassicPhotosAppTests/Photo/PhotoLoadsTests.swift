import CGLib
import Foundation
import PhotoCore
import TestSupport
import Testing

@testable import ClassicPhotosApp

@MainActor
@Suite struct PhotoLoadsTests {
    /// A page that shows photos of 640 x 480 in a view of 160 x 120, as a whole unless zoomed.
    @MainActor
    private final class Page {
        let fetcher = StubFetcher()
        let context = HandDrivenMainContext()
        let decoder = GreyPhotoDecoder()
        let loads: PhotoLoads
        var neighbours: [PhotoRecord] = []
        var loadsAhead = true
        private var records: [Int: PhotoRecord] = [:]
        var events: [PhotoLoads.Event] = []
        private let view: View

        @MainActor
        private final class View {
            var port = PhotoViewport(
                photo: CGSize(width: 640, height: 480), view: CGSize(width: 160, height: 120), density: 1)
        }

        init() {
            let view = View()
            self.view = view
            loads = PhotoLoads(.init(fetcher: fetcher, decoder: decoder, mainContext: context)) { view.port }
            loads.neighbours = { [weak self] in self?.neighbours ?? [] }
            loads.loadsAhead = { [weak self] in self?.loadsAhead ?? true }
            loads.onEvent = { [weak self] in self?.events.append($0) }
        }

        func show(_ number: Int, next: Int...) {
            neighbours = next.map(record)
            loads.show(record(number))
            loads.load()
        }

        func record(_ number: Int) -> PhotoRecord {
            if let known = records[number] { return known }
            let record = PhotoRecord(
                id: .init(catalogue: 1, entry: number), name: "\(number)", location: .success(Page.url(number)))
            records[number] = record
            return record
        }

        func answer(_ number: Int, _ text: String = "7") {
            #expect(fetcher.answer(Page.url(number), .success(Data(text.utf8))))
        }

        func zoom(to scale: Double) { view.port.zoom(to: scale) }

        /// Runs both main contexts, the stub and GLib's with its timers, until `condition` holds.
        func runs(until condition: () -> Bool) -> Bool {
            context.run {
                g_main_context_iteration(nil, 0)
                return condition()
            }
        }

        var asked: [Int] { Page.numbers(fetcher.asked) }
        var closed: [Int] { Page.numbers(fetcher.closed) }
        var levels: [Int] { loads.layers.keys.sorted() }

        nonisolated static func url(_ number: Int) -> URL { URL(fileURLWithPath: "/photos/\(number)") }
        private static func numbers(_ urls: [URL]) -> [Int] { urls.compactMap { Int($0.lastPathComponent) } }
    }

    private let page = Page()

    @Test func `Those that may be next are left until it is their turn, where data is saved`() {
        page.loadsAhead = false
        page.show(1, next: 2, 3)
        page.answer(1)
        #expect(page.runs { page.levels.contains(0) && page.loads.current?.status == .ready })
        #expect(page.asked == [1])
        page.loadsAhead = true
        page.loads.load()
        #expect(page.asked == [1, 2, 3])
    }

    @Test func `The photo shown comes first, in full detail, and then those that may be next`() {
        page.show(1, next: 2, 3)
        #expect(page.asked == [1])
        page.answer(1)
        #expect(page.runs { page.levels.contains(0) && page.loads.current?.status == .ready })
        #expect(page.asked == [1, 2, 3])
        for number in [2, 3] { page.answer(number) }
        #expect(page.runs { page.loads.readiness(of: Page.url(2)) == .sharp })
        #expect(page.runs { page.loads.readiness(of: Page.url(3)) == .sharp })
        // The others only as the screen shows them.
        let screen = PhotoDetail.fitting(PixelSize(width: 160, height: 120))
        #expect(page.decoder.details.filter { $0 == screen }.count == 3)
        #expect(page.decoder.details.filter { $0 == .level(0) }.count == 1)
    }

    @Test func `A photo that is neither shown nor next is given up`() {
        page.show(1, next: 2)
        page.show(5, next: 6)
        #expect(page.closed == [1])
        #expect(page.asked == [1, 5])
        page.show(6, next: 5)
        #expect(page.closed == [1])
        #expect(page.asked == [1, 5, 6])
    }

    @Test func `Nothing is asked for while photos fly by, and the last one once they rest`() {
        for number in 1...3 {
            page.loads.step()
            page.show(number)
            page.loads.viewChanged()
        }
        #expect(page.asked == [])
        #expect(page.runs { page.asked == [3] })
    }

    @Test func `Steps leave what is under way alone until they pause`() {
        page.show(1)
        page.loads.step()
        page.show(2)
        #expect(page.closed == [])
        #expect(page.runs { page.closed == [1] })
        #expect(page.asked == [1, 2])
    }

    @Test func `A change of the photo shown is an event of pixels and status; of another photo, of neither`() {
        page.show(1, next: 2)
        page.answer(1)
        #expect(page.runs { page.asked == [1, 2] && page.levels.contains(0) })
        #expect(page.events.contains(.pixels) && page.events.contains(.status))
        #expect(page.events.last == .any)
        page.events = []
        page.answer(2)
        #expect(page.runs { page.loads.readiness(of: Page.url(2)) == .sharp })
        #expect(!page.events.isEmpty && page.events.allSatisfy { $0 == .any })
    }

    @Test func `Short memory leaves what is seen`() {
        page.show(1, next: 2)
        page.answer(1)
        #expect(page.runs { page.levels.contains(0) && page.asked == [1, 2] })
        page.loads.releaseMemory()
        #expect(page.closed == [2])
        #expect(page.levels.first == 2)
        // A zoom brings the detail back, from the same bytes.
        page.zoom(to: 1)
        page.loads.viewChanged()
        #expect(page.runs { page.levels.contains(0) })
        #expect(page.asked == [1, 2, 2])
        page.loads.releaseMemory()
        #expect(page.levels.contains(0))
    }

    @Test func `What has failed is tried again when asked for, and what has come is not`() {
        page.show(1)
        page.loads.retryFailed()
        #expect(page.asked == [1])
        page.fetcher.answer(Page.url(1), .failure(.timedOut(host: "example.org", seconds: 30)))
        #expect(page.runs { page.loads.hasFailed })
        page.loads.retryFailed()
        #expect(page.asked == [1, 1])
        page.answer(1, "bad")
        #expect(page.runs { page.loads.readiness(of: Page.url(1)) == .failed })
        page.loads.retryFailed()
        page.answer(1)
        #expect(page.runs { page.loads.readiness(of: Page.url(1)) == .sharp })
        #expect(!page.loads.hasFailed)
        page.loads.retryFailed()
        #expect(page.asked == [1, 1, 1])
    }

    @Test func `A slideshow's next photo comes after the one that is shown`() {
        page.show(1)
        page.loads.prepare(page.record(9))
        #expect(page.asked == [1])
        #expect(page.loads.readiness(of: Page.url(9)) == .coming)
        page.answer(1)
        #expect(page.runs { page.loads.readiness(of: Page.url(1)) == .sharp })
        page.loads.prepare(page.record(9))
        page.loads.prepare(page.record(9))
        #expect(page.asked == [1, 9])
    }

    @Test func `A page that closes gives up everything`() {
        page.show(1, next: 2)
        page.answer(1)
        #expect(page.runs { page.asked == [1, 2] })
        page.loads.dropAll()
        #expect(page.closed == [2])
        #expect(page.loads.current == nil && page.loads.layers.isEmpty)
        page.show(2)
        #expect(page.asked == [1, 2, 2])
    }
}
