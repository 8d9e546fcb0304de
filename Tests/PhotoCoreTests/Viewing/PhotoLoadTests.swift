import Foundation
import PhotoCore
import TestSupport
import Testing

@MainActor
@Suite struct PhotoLoadTests {
    private let fetcher = StubFetcher()
    private let context = HandDrivenMainContext()
    private let url = URL(fileURLWithPath: "/photos/1")
    private let screen = PhotoDetail.fitting(PixelSize(width: 160, height: 120))

    private func load(_ decoder: GreyPhotoDecoder) -> PhotoLoad {
        PhotoLoad(url, services: .init(fetcher: fetcher, decoder: decoder, mainContext: context))
    }

    private func grey(_ load: PhotoLoad) -> UInt8? {
        load.layers.min { $0.key < $1.key }?.value.plane.withRow(0) { $0[0] }
    }

    @Test func `A photo that is cut short is looked at closely as far as it goes`() throws {
        let decoder = GreyPhotoDecoder()
        let load = load(decoder)
        load.want(screen)
        fetcher.answer(url, .success(Data("cut 1".utf8)))
        #expect(context.run { load.status == .ready })
        #expect(load.isCutShort)
        #expect(load.layers.keys.min() == 2)
        load.want(.level(0))
        // It still reports the error.
        #expect(load.isCutShort)
        #expect(context.run { load.layers[0] != nil })
        #expect(context.run { load.status == .ready })
        #expect(load.isCutShort)
    }

    @Test func `The shape is known from the first bytes`() {
        let load = load(GreyPhotoDecoder())
        load.want(screen)
        // A PNG's signature and header: 300 x 200.
        let header = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]) + Data("IHDR".utf8)
        let start = header + Data([0, 0, 1, 44, 0, 0, 0, 200, 8, 2, 0, 0, 0])
        fetcher.report(url, FetchProgress(received: start.count, expected: 1000, bytes: start))
        #expect(context.run { load.uprightSize != nil })
        #expect(load.uprightSize == PixelSize(width: 300, height: 200))
        #expect(load.photo == nil)
    }

    @Test func `A photo is fetched once, and decoded as finely as the screen shows it`() {
        let decoder = GreyPhotoDecoder()
        let load = load(decoder)
        load.want(screen)
        load.want(screen)
        #expect(load.status == .fetching(fraction: nil))
        fetcher.report(url, FetchProgress(received: 1, expected: 4))
        #expect(context.run { load.status == .fetching(fraction: 0.25) })
        fetcher.answer(url, .success(Data([7])))
        #expect(context.run { load.status == .ready })
        #expect(load.layers.keys.sorted() == [2])
        #expect(load.uprightSize == GreyPhotoDecoder.size)
        #expect(fetcher.asked == [url])
    }

    @Test func `Zooming in decodes more of the same bytes`() {
        let decoder = GreyPhotoDecoder()
        let load = load(decoder)
        load.want(screen)
        fetcher.answer(url, .success(Data([7])))
        #expect(context.run { load.status == .ready })
        load.want(.level(0))
        load.want(.level(0))
        #expect(context.run { load.layers.keys.sorted() == [0, 2] })
        load.want(screen)
        load.want(.level(1))
        #expect(decoder.details == [screen, .level(0)])
        #expect(fetcher.asked == [url])
        load.release(finerThan: 1)
        #expect(load.layers.keys.sorted() == [2])
        #expect(load.uprightSize == GreyPhotoDecoder.size)
    }

    @Test func `What is asked for while it is decoded comes afterwards`() {
        let gate = Gate()
        let decoder = GreyPhotoDecoder(gate: gate)
        let load = load(decoder)
        load.want(screen)
        fetcher.answer(url, .success(Data([7])))
        #expect(context.run { load.status == .decoding })
        load.want(.level(0))
        gate.open()
        #expect(context.run { load.layers[0] != nil })
    }

    @Test func `A photo that is left is given up on the wire`() {
        let load = load(GreyPhotoDecoder())
        load.want(screen)
        load.cancel()
        #expect(fetcher.closed == [url])
        context.drain()
        #expect(load.status == .waiting)
        load.want(screen)
        #expect(fetcher.asked.count == 2)
    }

    @Test func `A decoding that is left is dropped, and the bytes are kept`() {
        let gate = Gate()
        let decoder = GreyPhotoDecoder(gate: gate)
        let load = load(decoder)
        load.want(screen)
        fetcher.answer(url, .success(Data([7])))
        #expect(context.run { load.status == .decoding })
        #expect(gate.waitForSomebody())
        load.cancel()
        gate.open()
        #expect(load.status == .waiting)
        load.want(screen)
        #expect(context.run { load.status == .ready })
        #expect(fetcher.asked.count == 1)
    }

    @Test func `An unavailable photo says why and is retried`() {
        let load = load(GreyPhotoDecoder())
        load.want(screen)
        fetcher.answer(url, .failure(.refused(status: 404, phrase: "")))
        #expect(context.run { load.status == .failed(.fetch(.refused(status: 404, phrase: ""))) })
        load.want(screen)
        #expect(fetcher.asked.count == 1)
        load.retry()
        fetcher.answer(url, .success(Data("bad".utf8)))
        #expect(context.run { load.status == .failed(.decode(.notAPicture)) })
        load.retry()
        fetcher.answer(url, .success(Data([7])))
        #expect(context.run { load.status == .ready })
        #expect(fetcher.asked.count == 3)
    }

    @Test func `A photo that is cut short is shown as far as it goes, and says so`() {
        let load = load(GreyPhotoDecoder())
        load.want(screen)
        fetcher.answer(url, .success(Data("cut!".utf8)))
        #expect(context.run { load.status == .ready })
        #expect(load.isCutShort)
        #expect(grey(load) == UInt8(ascii: "!"))
    }

    @Test func `The received part of a photo is shown while the rest arrives`() {
        let load = load(GreyPhotoDecoder())
        load.isUrgent = true
        load.want(screen)
        fetcher.report(url, FetchProgress(received: 5, expected: 10, bytes: Data([0xFF, 0xD8, 0xFF, 0, 50])))
        #expect(context.run { grey(load) == 50 })
        #expect(load.status == .fetching(fraction: 0.5))
        #expect(load.uprightSize == GreyPhotoDecoder.size)
        fetcher.answer(url, .success(Data([0xFF, 0xD8, 0xFF, 90])))
        #expect(context.run { load.status == .ready })
        #expect(grey(load) == 90)
    }

    @Test func `The received part of a photo stays when the connection breaks`() {
        let load = load(GreyPhotoDecoder())
        load.isUrgent = true
        load.want(screen)
        let failure = FetchFailure.cutShort(received: 5, expected: 10)
        fetcher.report(url, FetchProgress(received: 5, expected: 10, bytes: Data([0xFF, 0xD8, 0xFF, 0, 50])))
        fetcher.answer(url, .failure(failure))
        #expect(context.run { load.status == .failed(.fetch(failure)) && grey(load) == 50 })
        load.retry()
        fetcher.answer(url, .success(Data([0xFF, 0xD8, 0xFF, 90])))
        #expect(context.run { load.status == .ready })
        #expect(grey(load) == 90)
    }

    @Test func `A neighbour is not looked at before it is there`() {
        let decoder = GreyPhotoDecoder()
        let load = load(decoder)
        load.want(screen)
        fetcher.report(url, FetchProgress(received: 5, expected: 10, bytes: Data([0xFF, 0xD8, 0xFF, 0, 50])))
        fetcher.answer(url, .success(Data([7])))
        #expect(context.run { load.status == .ready })
        #expect(decoder.details == [screen])
    }
}
