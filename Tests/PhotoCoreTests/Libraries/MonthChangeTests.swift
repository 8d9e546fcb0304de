import Testing

@testable import PhotoCore

@Suite("A month of a library has other rows")
struct MonthChangeTests {
    /// A library of three months, of which the middle one has photos with these names; or `unread` ones.
    private func library(_ names: [String], unread: Int = 0) throws -> Catalogue {
        var catalogue = LibraryStub.catalogue([3, max(1, names.count + unread), 3])
        guard unread == 0 else { return catalogue }
        var builder = CatalogueBuilder()
        for name in names { try builder.append(name: name, location: name + ".jpg") }
        catalogue.read(libraryMonth: 1, as: builder.takeSegment() ?? CatalogueSegment(unread: 0))
        return catalogue
    }

    private func rows(_ entries: [Int]) -> EntrySet { EntrySet(entries.map { UInt32($0) }) }

    @Test func `Rows that are in both versions are found, and those after them have moved`() throws {
        var change = MonthChange(
            of: 1, from: try library(["a", "b", "c"]), to: try library(["x", "y", "a", "c", "z"]))
        #expect(!change.isFirstReading)
        #expect((0..<9).map { change.number(of: $0) } == [0, 1, 2, 5, nil, 6, 8, 9, 10])
        #expect(change.numbers(of: rows([0, 3, 4, 6, 8])).numbers == [0, 5, 8, 10])
        // Those that are new are not selected, also where all others are.
        #expect(change.numbers(of: rows(Array(0..<9))).numbers == [0, 1, 2, 5, 6, 8, 9, 10])
        #expect(change.place(of: 5) == 7 && change.place(of: 2) == nil)
    }

    @Test func `Rows that were not known keep their places`() throws {
        let names = ["a", "b", "c", "d", "e"]
        var change = MonthChange(of: 1, from: try library([], unread: 3), to: try library(names))
        #expect(!change.isFirstReading)
        #expect((2..<7).map { change.number(of: $0) } == [2, nil, nil, nil, 8])
        #expect((3..<6).map { change.place(of: $0) } == [3, 5, 7])
        #expect(change.numbers(of: rows([2, 5, 6])).numbers == [2, 7, 8])
        #expect(change.numbers(of: rows([3, 4, 5])).numbers == [3, 4, 5, 6, 7])
        #expect(MonthChange(of: 1, from: try library([], unread: 5), to: try library(names)).isFirstReading)
    }

    @Test func `A month may lose all its rows, and have some again`() throws {
        var change = MonthChange(of: 1, from: try library(["a"]), to: try library([]))
        #expect((2..<5).map { change.number(of: $0) } == [2, nil, 3])
        #expect(change.place(of: 3) == nil)
        #expect(change.numbers(of: rows([3, 4])).numbers == [3])
        var back = MonthChange(of: 1, from: try library([]), to: try library(["a", "b"]))
        #expect(!back.isFirstReading)
        #expect((2..<4).map { back.number(of: $0) } == [2, 5])
        #expect(back.numbers(of: rows([2, 3])).numbers == [2, 5])
    }

    @Test func `All rows of a long month stay selected, without a comparison`() throws {
        let names = (0...MonthChange.mostCompared).map { "\($0)" }
        var change = MonthChange(of: 1, from: try library(names), to: try library(names.map { $0 + "x" } + ["y"]))
        var selected = EntrySet()
        selected.insert(2..<names.count + 4)
        let numbers = change.numbers(of: selected)
        #expect(numbers.count == names.count + 3)
        #expect(numbers.contains(2) && numbers.contains(names.count + 4) && !numbers.contains(names.count + 5))
    }
}
