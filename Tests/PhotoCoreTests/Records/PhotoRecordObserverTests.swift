import Foundation
import Testing

@testable import PhotoCore

@MainActor
@Suite("Who observes a photo")
struct PhotoRecordObserverTests {
    private final class Item {}
    private final class Heard { var names: [String] = [] }

    private let record = PhotoRecord(
        id: .init(catalogue: 1, entry: 0), name: "a", location: .success(URL(fileURLWithPath: "/a.jpg")))
    private let heard = Heard()

    private func observe(_ item: Item, _ name: String) {
        record.observe(as: item) { [heard] _ in heard.names.append(name) }
    }

    @Test func `A row and the strip's item hear of each change`() {
        let (row, item) = (Item(), Item())
        observe(row, "row")
        observe(item, "strip")
        record.isInProgress = true
        #expect(heard.names == ["row", "strip"])
        record.stopObserving(as: row)
        record.isInProgress = false
        #expect(heard.names == ["row", "strip", "strip"])
        record.stopObserving(as: item)
        record.isInProgress = true
        #expect(heard.names.count == 3)
    }

    @Test func `A row that observes again hears once`() {
        let row = Item()
        observe(row, "first")
        observe(row, "second")
        record.isStale = true
        #expect(heard.names == ["second"])
    }

    @Test func `An observer that stops while it hears leaves the others theirs`() {
        let (row, item) = (Item(), Item())
        record.observe(as: row) { [record, heard] _ in
            record.stopObserving(as: row)
            heard.names.append("row")
        }
        observe(item, "strip")
        record.isInProgress = true
        record.isInProgress = false
        #expect(heard.names == ["row", "strip", "strip"])
    }
}
