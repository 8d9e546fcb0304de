import Foundation
import Testing

@testable import PhotoCore

@Suite struct CataloguePositionTests {
    private static let numbers = [
        Int.min, -1, 0, 1, 2, 3, 1 << 31 - 1, 1 << 31, 1 << 32 - 1, 1 << 32, .max,
    ]

    @Test(arguments: numbers)
    func `Positions of any number come back, as far as a document has lines`(first: Int) {
        for second in Self.numbers {
            for third in Self.numbers {
                var positions = CataloguePositions()
                for (row, number) in [first, second, third].enumerated() {
                    positions.append(.line(number), row: row)
                }
                for (row, number) in [first, second, third].enumerated() {
                    #expect(positions[row] == .line(Int(UInt32(clamping: number))), "\(first), \(second), \(third)")
                }
                // Rows between known ones are computed.
                _ = (positions[10_000_000], positions[-1])
            }
        }
    }

    @Test func `Positions have the reader's digits, and are not grouped`() {
        let arabic = NumberFormats(locale: Locale(identifier: "ar_EG"))
        let german = NumberFormats(locale: Locale(identifier: "de_DE"))
        #expect(CataloguePosition.line(38).description == "Line 38")
        #expect(CataloguePosition.line(12_345).text(german) == "Line 12345")
        #expect(CataloguePosition.item(12_345).text(arabic) == "Entry ١٢٣٤٥")
    }
}
