import CGLib
import Testing

@testable import GLibBridge

@Suite("List models in Swift")
@MainActor
struct ListModelTests {
    private static let type = ListModel.makeType(named: "ClassicPhotosTestListModel")

    private final class Row {
        let number: Int
        init(_ number: Int) { self.number = number }
    }
    private final class Rows: ListModelSource {
        var rowCount = 1_000_000
        var made = 0
        func object(at row: Int) -> AnyObject {
            made += 1
            return Row(row)
        }
    }

    @Test func `A million rows are a million rows to GLib, and none is made before it is asked for`() {
        let rows = Rows()
        let model = ListModel(rows, type: Self.type)
        #expect(g_list_model_get_n_items(model.pointer) == 1_000_000)
        #expect(rows.made == 0)
    }

    @Test func `An item carries its Swift object, and frees it with itself`() throws {
        let model = ListModel(Rows(), type: Self.type)
        weak var row: Row?
        do {
            let item = try #require(g_list_model_get_item(model.pointer, 41))
            row = ListModel.object(in: item) as? Row
            #expect(row?.number == 41)
            g_object_unref(item)
        }
        #expect(row == nil)
        #expect(g_list_model_get_item(model.pointer, 1_000_000) == nil)
    }

    @Test func `The model keeps its source, and lets it go`() {
        weak var source: Rows?
        do {
            let rows = Rows()
            source = rows
            let model = ListModel(rows, type: Self.type)
            #expect(g_list_model_get_n_items(model.pointer) == 1_000_000)
        }
        #expect(source == nil)
    }
}
