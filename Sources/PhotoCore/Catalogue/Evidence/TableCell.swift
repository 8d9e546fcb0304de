/// Addresses in cells that hold more than an address.
package enum TableCell {
    /// The address in a spreadsheet's formula that shows a picture or links to one: `=IMAGE("https://…", 1)`,
    /// `=HYPERLINK("https://…", "East")`. Nil for other cells.
    package static func address(inFormula cell: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard cell.first == UInt8(ascii: "=") else { return nil }
        for function in ["=IMAGE(", "=HYPERLINK("] {
            let name = Array(function.utf8)
            guard cell.count > name.count, zip(cell, name).allSatisfy({ $0 == $1 || $0 & 0xDF == $1 }) else { continue }
            let rest = cell[name.count...].drop(while: EntryScratch.isSpace)
            guard rest.first == UInt8(ascii: "\"") else { return nil }
            return UnsafeRawBufferPointer(rebasing: rest.dropFirst().prefix { $0 != UInt8(ascii: "\"") })
        }
        return nil
    }

    /// Files with their addresses, as databases export attachments: `door.jpg (https://…), hinge (2).png (https://…)`.
    /// Empty if the cell is anything else.
    package static func attachments(in cell: UnsafeRawBufferPointer) -> [(name: [UInt8], address: [UInt8])] {
        guard cell.last == UInt8(ascii: ")") else { return [] }
        var found: [(name: [UInt8], address: [UInt8])] = []
        var rest = cell[...]
        while !rest.isEmpty {
            guard let open = start(rest), let close = rest[open...].firstIndex(of: UInt8(ascii: ")")),
                found.count < mostAttachments
            else { return [] }
            let name = rest[..<open].drop { EntryScratch.isSpace($0) || $0 == UInt8(ascii: ",") }
            found.append((PageText.collapsed(Array(name)), Array(rest[(open + 2)..<close])))
            rest = rest[(close + 1)...]
            guard rest.isEmpty || rest.first == UInt8(ascii: ",") else { return [] }
        }
        return found
    }

    private static let mostAttachments = 1000

    /// The addresses in a cell that holds nothing else, separated by commas, semicolons, bars or white space, as shops
    /// export the pictures of a product. Empty if there are fewer than two.
    package static func addresses(in cell: UnsafeRawBufferPointer) -> [UnsafeRawBufferPointer] {
        guard beginsAddress(cell[...]) else { return [] }
        var starts = [0]
        for index in cell.indices.dropFirst() where isSeparator(cell[index - 1]) && beginsAddress(cell[index...]) {
            // Addresses may hold a comma, and another address after it: those of scalers do.
            let isPart = cell[index - 1] == UInt8(ascii: ",") && !isSeparator(cell[index - 2])
            if isPart, !LocationDetection.namesPicture(cell[(starts.last ?? 0)..<(index - 1)]) { continue }
            starts.append(index)
        }
        guard (2...mostAttachments).contains(starts.count) else { return [] }
        var found: [UnsafeRawBufferPointer] = []
        for (start, end) in zip(starts, starts.dropFirst() + [cell.count]) {
            var address = cell[start..<end]
            while let last = address.last, isSeparator(last) { address = address.dropLast() }
            // Prose may name addresses.
            if address.contains(where: EntryScratch.isSpace) { return [] }
            found.append(UnsafeRawBufferPointer(rebasing: address))
        }
        return found
    }

    private static func isSeparator(_ byte: UInt8) -> Bool { EntryScratch.isSpace(byte) || ",;|".utf8.contains(byte) }

    private static func beginsAddress(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
        text.starts(with: "http://".utf8) || text.starts(with: "https://".utf8)
    }

    /// The place of the space before an address in brackets.
    private static func start(_ text: Slice<UnsafeRawBufferPointer>) -> Int? {
        let opening = Array(" (http".utf8)
        guard text.count > opening.count else { return nil }
        return text.indices.dropLast(opening.count).first { place in
            text[place] == 0x20 && text[place...].starts(with: opening)
        }
    }
}
