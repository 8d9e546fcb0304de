import Foundation
@testable import PhotoCore
import Testing

@Suite("Pictures that made a worker crash")
struct CrashedPicturesTests {
    @Test("The same bytes are recognized in any Data until all are forgotten")
    func known() {
        var pictures = CrashedPictures()
        #expect(pictures.failure(of: Data([1, 2, 3]), in: .photos) == nil)
        pictures.note(Data([1, 2, 3]), in: .photos, .crashed)
        #expect(pictures.failure(of: Data([0, 1, 2, 3]).dropFirst(), in: .photos) == .crashed)
        #expect(pictures.failure(of: Data([1, 2, 4]), in: .photos) == nil)
        // The libraries of another kind may decode it.
        #expect(pictures.failure(of: Data([1, 2, 3]), in: .metadata) == nil)
        pictures.forget()
        #expect(pictures.failure(of: Data([1, 2, 3]), in: .photos) == nil)
    }

    @Test("The latest thousand are remembered")
    func bounded() {
        var pictures = CrashedPictures()
        for number in 0..<1001 { pictures.note(Data("\(number)".utf8), in: .photos, .tooSlow(seconds: 10)) }
        #expect(pictures.failure(of: Data("0".utf8), in: .photos) == nil)
        #expect(pictures.failure(of: Data("1".utf8), in: .photos) == .tooSlow(seconds: 10))
        #expect(pictures.failure(of: Data("1000".utf8), in: .photos) == .tooSlow(seconds: 10))
    }
}
