/// The pictures of a list in a record that is a photo itself.
extension ShapeRows {
    /// The addresses of each picture of a record that has a series of them. What is no part of the series is
    /// the first picture; thumbnails belong to the first one. A picture that the record repeats is left out.
    func series(in addresses: [Address]) -> [[Address]] {
        var parts: [[Address]] = []
        for number in Set(addresses.map(\.series)).subtracting([0]).sorted() {
            let part = addresses.filter { $0.series == number }
            let isRepeated = parts.joined().contains { known in
                part.contains { buffer[$0.text.range].elementsEqual(buffer[known.text.range]) }
            }
            if !isRepeated { parts.append(part) }
        }
        guard let first = parts.first else { return [addresses] }
        let others = addresses.filter { $0.series == 0 }
        let isOwn = others.contains { other in
            other.making != .thumbnail
                && !parts.joined().contains { PictureSameness.isPicture(bytes(of: $0), of: bytes(of: other)) }
        }
        if isOwn { return [others] + parts }
        parts[0] = first + others
        return parts
    }

    private func bytes(of address: Address) -> [UInt8] { Array(buffer[address.text.range]) }

    /// A record's own rows and those of further pictures. The own picture is not repeated, in any size.
    func joined(_ own: [Row], _ further: [Row]) -> [Row] {
        guard own.count == 1, var first = own.first, !first.isLater, !first.isFromText else { return own + further }
        let pictures = locations(of: first).map(PictureIdentity.init)
        let location = Int(CatalogueField.location.rawValue)
        var kept: [Row] = []
        for row in further {
            if row.isFromText {
                kept.append(row)
            } else if isSame(row.fields[location], first.fields[location]) {
                // The element may have a name of its own.
                first = row.filled(from: first)
            } else if !locations(of: row).map(PictureIdentity.init).contains(where: { other in
                pictures.contains { other.isPicture(of: $0) }
            }) {
                kept.append(row)
            }
        }
        return [first] + kept
    }
}

extension ShapeRows.Text {
    fileprivate var range: Range<Int> { start..<end }
}

extension ShapeRows.Row {
    /// The row with the fields of another one that it lacks.
    fileprivate func filled(from other: ShapeRows.Row) -> ShapeRows.Row {
        var row = self
        for field in row.fields.indices where row.fields[field].isEmpty { row.fields[field] = other.fields[field] }
        return row
    }
}
