import Testing

@testable import PhotoCore

@Suite("Cells that hold more than an address")
struct TableCellTests {
    private func address(_ cell: String) -> String? {
        Array(cell.utf8).withUnsafeBytes { cell in
            TableCell.address(inFormula: cell).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    private func attachments(_ cell: String) -> [String] {
        Array(cell.utf8).withUnsafeBytes { TableCell.attachments(in: $0) }.map {
            String(decoding: $0.name, as: UTF8.self) + " -> " + String(decoding: $0.address, as: UTF8.self)
        }
    }

    @Test func `A formula that shows a picture or links to one has its address`() {
        #expect(address(#"=IMAGE("https://h/1.jpg")"#) == "https://h/1.jpg")
        #expect(address(#"=image( "https://h/1.jpg", 1)"#) == "https://h/1.jpg")
        #expect(address(#"=HYPERLINK("https://h/1.jpg","East")"#) == "https://h/1.jpg")
        for other in ["", "=", "=IMAGE(", "=IMAGE(A1)", "=SUM(1)", "https://h/1.jpg"] {
            #expect(address(other) == nil, "\(other)")
        }
    }

    @Test func `Several addresses are parted by commas, bars and spaces`() {
        func addresses(_ cell: String) -> [String] {
            Array(cell.utf8).withUnsafeBytes { cell in
                TableCell.addresses(in: cell).map { String(decoding: $0, as: UTF8.self) }
            }
        }
        for sign in [",", ", ", ";", " | ", "\n", " "] {
            #expect(addresses("https://h/1,a.jpg\(sign)http://h/2.jpg") == ["https://h/1,a.jpg", "http://h/2.jpg"])
        }
        for other in [
            "", "https://h/1.jpg", "https://h/1.jpg,", "1.jpg, 2.jpg", "https://h/https://h/1.jpg",
            "https://h/1.jpg is like https://h/2.jpg",
        ] {
            #expect(addresses(other).isEmpty, "\(other)")
        }
    }

    @Test func `Attachments are files with their addresses`() {
        #expect(attachments("a.jpg (https://h/1)") == ["a.jpg -> https://h/1"])
        #expect(
            attachments("a (2).jpg (https://h/1),b, c.png (https://h/2)")
                == ["a (2).jpg -> https://h/1", "b, c.png -> https://h/2"])
        for other in ["", ")", "a.jpg", "a.jpg (https://h/1", "a (https://h/1) b (https://h/2)", " (http)x)"] {
            #expect(attachments(other).isEmpty, "\(other)")
        }
    }
}
