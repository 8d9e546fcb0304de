import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@MainActor
@Suite("Held photos, for another picture size")
struct HeldPhotosTests {
    private let url = URL(filePath: "/photo")
    private let bytes = FetchedData(data: Data([1]), url: URL(filePath: "/photo"))

    private func picture(_ side: Int) -> PixelBuffer {
        PixelBuffer(size: .square(side), bytesPerRow: 4 * side, bytes: Array(repeating: 0, count: 4 * side * side))
    }

    @Test func `A picture that fills the size stays, a smaller one goes`() {
        let held = HeldPhotos()
        held.hold(.decoded(picture(8)), of: url)
        held.hold(picture(8), of: url, filteredBy: "sepia")
        held.forgetPictures(notFilling: .square(8))
        #expect(held.original(of: url) != nil)
        #expect(held.filtered(url, by: "sepia") != nil)
        held.forgetPictures(notFilling: .square(9))
        #expect(held.original(of: url) == nil)
        #expect(held.filtered(url, by: "sepia") == nil)
    }

    @Test func `A picture of all the pixels that a small photo has stays`() {
        let held = HeldPhotos()
        held.hold(.decoded(picture(8)), of: url)
        held.notePhotoSize(.square(8), of: url)
        held.forgetPictures(notFilling: .square(100))
        #expect(held.original(of: url) != nil)
    }

    @Test func `A photo's bytes stay, those of a thumbnail or of its first scans go`() {
        let held = HeldPhotos()
        held.hold(.fetched(bytes), of: url)
        held.forgetPictures(notFilling: .square(100))
        #expect(held.original(of: url) != nil)
        held.hold(.fetched(FetchedData(data: Data([1]), url: url, extent: .firstScans)), of: url)
        held.forgetPictures(notFilling: .square(100))
        #expect(held.original(of: url) == nil)
    }

    @Test func `Originals and filtered pictures together stay within the budget, and each has half of it`() {
        let (count, cost) = (40, 4 * 80 * 80 + 512)
        let held = HeldPhotos(budget: 20 * cost)
        func url(_ number: Int) -> URL { URL(filePath: "/\(number)") }
        func originals() -> Int { (0..<count).count { held.original(of: url($0)) != nil } }
        func filtered() -> Int { (0..<count).count { held.filtered(url($0), by: "sepia") != nil } }
        for number in 0..<count { held.hold(.decoded(picture(80)), of: url(number)) }
        #expect(originals() == 20)
        for number in 0..<count {
            held.hold(picture(80), of: url(number), filteredBy: "sepia")
            #expect(held.byteCount <= held.budget)
        }
        #expect((originals(), filtered()) == (10, 10))
        held.forgetAll(except: [])
        for number in 0..<count { held.hold(picture(80), of: url(number), filteredBy: "sepia") }
        #expect(filtered() == 20)
        held.hold(.decoded(picture(80)), of: url(0))
        #expect((originals(), filtered()) == (1, 19))
    }

    @Test func `A smaller budget is kept at once, a larger one is there for the next`() {
        let cost = 4 * 80 * 80 + 512
        for isFiltered in [false, true] {
            let held = HeldPhotos(budget: 8 * cost)
            for number in 0..<8 {
                let url = URL(filePath: "/\(number)")
                if isFiltered { held.hold(picture(80), of: url, filteredBy: "sepia") }
                held.hold(.decoded(picture(80)), of: url)
            }
            for budget in [6 * cost, 3 * cost, 100 * cost, 1, 0] {
                held.budget = budget
                #expect(held.byteCount <= budget)
                held.hold(.decoded(picture(80)), of: url)
                #expect(held.byteCount <= budget)
            }
        }
    }
}
