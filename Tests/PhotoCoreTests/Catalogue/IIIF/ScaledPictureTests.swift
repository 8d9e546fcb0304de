import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PhotoCore

@Suite struct ScaledPictureTests {
    private let any = "https://i.example/x/full/400,/0/default.jpg#whole=4000x3000"
    private let listed = "https://i.example/x/full/300,200/0/default.jpg#whole=900x600&sizes=90x60,300x200,900x600"

    private func size(_ address: String, _ width: Int, _ height: Int) throws -> String {
        let picture = try #require(ScaledPicture(Sample.url(address)))
        let url = try #require(picture.address(filling: PixelSize(width: width, height: height))).absoluteString
        #expect(url.hasPrefix("https://i.example/x/full/") && url.hasSuffix("/0/default.jpg"))
        return url.components(separatedBy: "/")[5]
    }

    @Test func `A picture has the smallest size that covers the row's`() throws {
        #expect(try size(any, 80, 80) == "200,")
        #expect(try size(any, 150, 150) == "200,")
        #expect(try size(any, 160, 160) == "400,")
        #expect(try size(any, 280, 280) == "400,")
        #expect(try size(any, 688, 688) == "1600,")
        #expect(try size(any, 3000, 3000) == "3200,")
        #expect(try size(any, .max, .max) == "3200,")
        let small = any.replacingOccurrences(of: "4000x3000", with: "1000x750")
        #expect(try size(small, 700, 700) == "1000,")
        #expect(try size(any, 0, -1) == "200,")
    }

    @Test func `A long picture is as high as the row`() throws {
        let long = "https://i.example/x/full/400,/0/default.jpg#whole=20000x1000"
        #expect(try size(long, 80, 80) == "1600,")
        #expect(try size(long, 300, 300) == "6400,")
        // It would have more pixels than servers make.
        #expect(try size(long, 1000, 1000) == "12800,")
        #expect(try size(long.replacingOccurrences(of: "20000x1000", with: "1000x20000"), 80, 80) == "80,")
    }

    @Test func `Of listed sizes it is one of the list`() throws {
        #expect(try size(listed, 60, 60) == "90,60")
        #expect(try size(listed, 80, 80) == "300,200")
        #expect(try size(listed, 201, 201) == "900,600")
        #expect(try size(listed, 4000, 4000) == "900,600")
    }

    @Test func `All sizes are known, for their removal`() throws {
        func sizes(_ address: String) throws -> [String] {
            let picture = try #require(ScaledPicture(Sample.url(address)))
            return picture.addresses.map { $0.absoluteString.components(separatedBy: "/")[5] }
        }
        #expect(try sizes(any) == ["200,", "400,", "800,", "1600,", "3200,"])
        #expect(try sizes(listed) == ["90,60", "300,200", "900,600"])
        let largest = any.replacingOccurrences(of: "4000x3000", with: "1073741824x1")
        #expect(try sizes(largest).count == 16)
    }

    @Test(
        arguments: [
            "https://i.example/x/full/400,/0/default.jpg", "https://i.example/x/full/400,/0/default.jpg#whole=",
            "https://i.example/x/full/400,/0/default.jpg#whole=4000", "https://i.example/400,#whole=4000x3000",
            "https://i.example/x/full/400,/0/default.jpg#whole=0x3000",
            "https://i.example/x/full/400,/0/default.jpg#whole=-4x3",
            "https://i.example/x/full/400,/0/default.jpg#whole=1073741825x3",
            "https://i.example/x/full/400,/0/default.jpg#whole=99999999999999999999x3",
            "https://i.example/x/full/400,/0/default.jpg#whole=3x3x3",
            "https://i.example/x/full/400,/0/default.jpg#whole=3x3&sizes=",
            "https://i.example/x/full/max/0/default.jpg#whole=3x3",
            "https://i.example/x/full/!400,400/0/default.jpg#whole=3x3",
            "https://i.example/x/part/400,/0/default.jpg#whole=3x3",
            "https://i.example/x/full/400,/90/default.jpg#whole=3x3", "#whole=3x3",
        ])
    func `Other addresses have no sizes`(_ address: String) {
        #expect(ScaledPicture(Sample.url(address)) == nil)
    }

    @Test func `The photo's own size stays known, and a size's failure is its own`() {
        let fetcher = StubFetcher()
        let results = Mutex<[Result<FetchedData, FetchFailure>]>([])
        let scaled = ScaledFetcher(fetcher)
        let url = Sample.url(any)
        for request in [FetchRequest(url: url, wanted: .square(80)), FetchRequest(url: url)] {
            _ = scaled.fetch(request, progress: { _ in }) { result in results.withLock { $0.append(result) } }
        }
        let small = Sample.url("https://i.example/x/full/200,/0/default.jpg")
        #expect(fetcher.asked == [small, url])
        fetcher.answer(small, .success(Data([1])))
        fetcher.answer(url, .failure(.cancelled))
        let found = results.withLock(\.self)
        #expect((try? found.first?.get())?.photoSize == PixelSize(width: 4000, height: 3000))
        #expect(found.last == .failure(.cancelled))
    }

    @Test(arguments: [400, 403, 404, 413, 501])
    func `A size that the server refuses is asked for as the usual one, whose own size counts`(_ status: Int) {
        let fetcher = StubFetcher()
        let results = Mutex<[Result<FetchedData, FetchFailure>]>([])
        _ = ScaledFetcher(fetcher).fetch(FetchRequest(url: Sample.url(any), wanted: .square(688)), progress: { _ in }) {
            result in results.withLock { $0.append(result) }
        }
        let usual = Sample.url("https://i.example/x/full/400,/0/default.jpg")
        fetcher.answer(
            Sample.url("https://i.example/x/full/1600,/0/default.jpg"), .failure(.refused(status: status, phrase: "")))
        #expect(fetcher.open == [usual] && results.withLock(\.isEmpty))
        fetcher.answer(usual, .success(Data([1])))
        let found = results.withLock(\.self)
        #expect(found.count == 1 && (try? found.first?.get())?.data == Data([1]))
        #expect((try? found.first?.get())?.photoSize == nil)
    }

    @Test(arguments: [429, 500, 503])
    func `A busy server is not asked for another size at once`(_ status: Int) {
        let fetcher = StubFetcher()
        let count = Counter()
        _ = ScaledFetcher(fetcher).fetch(FetchRequest(url: Sample.url(any), wanted: .square(688)), progress: { _ in }) {
            _ in _ = count.next()
        }
        fetcher.answer(
            Sample.url("https://i.example/x/full/1600,/0/default.jpg"), .failure(.refused(status: status, phrase: "")))
        #expect(fetcher.asked.count == 1 && count.count == 1)
    }

    @Test func `A fetch that is cancelled asks for no other size`() {
        let fetcher = StubFetcher()
        let request = FetchRequest(url: Sample.url(any), wanted: .square(688))
        let task = ScaledFetcher(fetcher).fetch(request, progress: { _ in }, completion: { _ in })
        task.cancel()
        #expect(fetcher.asked.count == 1 && fetcher.closed.count == 1)
    }
}
