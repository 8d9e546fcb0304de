import Foundation
@testable import PhotoCore
import Testing

@Suite("The choice of a filter")
struct FilterChoiceTests {
    @Test func `All of them are offered, none first, each under a name of its own`() {
        let ids = ["none", "mono", "noir", "fade", "warm", "cool", "invert", "sepia", "blur", "sharpen", "vignette"]
        #expect(FilterChoice.all.map(\.id) == ids)
        #expect(Set(FilterChoice.all.map(\.displayName)).count == ids.count)
        #expect(Set(FilterChoice.all).count == ids.count)
    }

    @Test func `A setting finds its choice again, and nothing for what is none`() throws {
        for choice in FilterChoice.all {
            #expect(FilterChoice(id: choice.id) == choice)
            let stored = try JSONEncoder().encode(choice)
            #expect(try JSONDecoder().decode(FilterChoice.self, from: stored) == choice)
        }
        #expect(FilterChoice(id: "Sepia") == nil)
        #expect(FilterChoice(id: "") == nil)
        #expect(FilterChoice(id: "blur", amount: 0.25) == FilterChoice(.blur, amount: 0.25))
    }

    @Test func `Amounts stored by another hand are held within 0 and 1`() throws {
        let stored = Data(#"{"kind":"blur","amount":70}"#.utf8)
        #expect(try JSONDecoder().decode(FilterChoice.self, from: stored) == FilterChoice(.blur, amount: 1))
        #expect(FilterChoice(.sepia, amount: .nan).amount == 0)
    }

    @Test func `Each makes its filter; none, and an amount of 0, none`() throws {
        #expect(FilterChoice(.none).filter() == nil)
        for choice in FilterChoice.all where choice.kind != .none {
            let filter = try #require(choice.filter(at: 2))
            #expect(filter.name == choice.displayName)
            #expect(FilterChoice(choice.kind, amount: 0).filter() == nil)
        }
        let sepia = try #require(FilterChoice(.sepia).filter() as? ColorMatrixFilter)
        #expect(sepia.matrix == ColorMatrix.sepia(amount: 0.8))
    }

    @Test func `Sharpening goes by the screen's points, the others by the picture`() throws {
        #expect(try #require(FilterChoice(.sharpen).filter(at: 2) as? UnsharpMask).sigma == 1.6)
        #expect(try #require(FilterChoice(.blur).filter(at: 2) as? GaussianBlur) == GaussianBlur(amount: 0.5))
    }
}
