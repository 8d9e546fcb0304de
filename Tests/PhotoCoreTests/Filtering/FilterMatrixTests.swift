@testable import PhotoCore
import Testing

@Suite("Filters that are a colour matrix")
struct FilterMatrixTests {
    @Test(arguments: FilterChoice.all)
    func `A choice's matrix is all that its filter does`(of choice: FilterChoice) throws {
        let isMatrix = ![.none, .blur, .sharpen, .vignette].contains(choice.kind)
        #expect((choice.matrix != nil) == isMatrix)
        guard isMatrix else { return }
        let filter = try #require(choice.by(0.4).filter(at: 2) as? ColorMatrixFilter)
        #expect(filter.matrix == choice.by(0.4).matrix)
        #expect(choice.by(0).matrix == nil)
    }

    @Test(arguments: FilterChoice.all)
    func `A photo stays as it is with none, and with nothing of any filter`(of choice: FilterChoice) {
        #expect(choice.changesNothing == (choice.kind == .none))
        #expect(choice.by(0).changesNothing)
    }
}
