import Foundation
@testable import PhotoCore
import TestSupport

/// A loader with stubs, and a list of photos.
@MainActor
struct LoaderFixture {
    let fetcher = StubFetcher()
    let decoder: StubDecoder
    let filter: StubFilter
    let context = HandDrivenMainContext()
    let loader: PhotoLoader
    let records: [PhotoRecord]
    let clock = Clock()
    private let ending: Ending

    /// Ends all open requests at the end of the test.
    private final class Ending: Sendable {
        private let fetcher: StubFetcher
        private let context: HandDrivenMainContext
        init(_ fetcher: StubFetcher, _ context: HandDrivenMainContext) {
            self.fetcher = fetcher
            self.context = context
        }
        deinit {
            fetcher.end()
            context.end()
        }
    }

    /// Adds one to each byte.
    private struct AddOne: PhotoFilter {
        let name = "Add one"
        func apply(to pixels: PixelBuffer, isCancelled: () -> Bool) -> PixelBuffer? {
            PixelBuffer(size: pixels.size, bytesPerRow: pixels.bytesPerRow, bytes: pixels.bytes.map { $0 &+ 1 })
        }
    }
    static let addOne = ListFilter(id: "one", displayName: "One", filter: AddOne())

    /// A clock that only the test advances.
    @MainActor
    final class Clock {
        var milliseconds = 0
    }

    /// Each URL is that of `photosAURL` consecutive photos.
    init(
        count: Int = 40, photosAURL: Int = 1, decoderGate: Gate? = nil, filterGate: Gate? = nil,
        budget: Int = HeldPhotos.defaultBudget, rowPictures: StubRowPictures? = nil, tracer: Tracer = .off
    ) {
        decoder = StubDecoder(gate: decoderGate)
        filter = StubFilter(gate: filterGate)
        let clock = clock
        ending = Ending(fetcher, context)
        loader = PhotoLoader(
            fetcher: fetcher, decoder: decoder,
            filter: ListFilter(id: "stub", displayName: "Stub", filter: filter), mainContext: context,
            held: HeldPhotos(budget: budget), pictureSize: .square(80), rowPictures: rowPictures,
            retries: Retries(now: { clock.milliseconds }, random: { 0 }), tracer: tracer)
        records = (0..<count).map { entry in
            PhotoRecord(
                id: .init(catalogue: 1, entry: entry), name: "Photo \(entry)",
                location: .success(Self.url(entry / photosAURL)))
        }
    }

    static func url(_ number: Int) -> URL { URL(fileURLWithPath: "/photos/\(number)") }

    /// The photos of `rows`, on screen.
    func screen(_ rows: Range<Int>) -> [PhotoLoader.OnScreen] {
        let middle = Double(rows.lowerBound + rows.upperBound - 1) / 2
        return rows.map { .init(records[$0], distance: abs(Double($0) - middle)) }
    }

    /// The list rests with `rows` on screen, and continues to `ahead`.
    func look(_ rows: Range<Int>, ahead: Range<Int> = 0..<0) { loader.pass(over: screen(rows), ahead: screen(ahead)) }

    /// Answers every open and new request for photos of `rows` until all of them are final.
    func finish(_ rows: Range<Int>) -> Bool {
        context.run {
            for url in fetcher.open { fetcher.answer(url, .success(Data([1]))) }
            return rows.allSatisfy { records[$0].state.isFinal }
        }
    }

    /// The downloads that are queued or running.
    var downloaders: [ImageDownloader] {
        loader.pending.downloadQueues.operations.compactMap { $0 as? ImageDownloader }
    }

    var numbersAsked: [Int] { fetcher.asked.compactMap { Int($0.lastPathComponent) } }
    var numbersClosed: [Int] { fetcher.closed.compactMap { Int($0.lastPathComponent) } }
}
