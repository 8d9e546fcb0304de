/// The layout of an entry's optional fields after its location: for each a tag (CatalogueField's raw value), the length
/// of its text as an unsigned LEB128 number, and the text.
enum EntryFields {
    static func append(_ field: CatalogueField, _ value: [UInt8], to fields: inout [UInt8]) {
        fields.append(field.rawValue)
        var rest = value.count
        while rest >= 0x80 {
            fields.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        fields.append(UInt8(truncatingIfNeeded: rest))
        fields.append(contentsOf: value)
    }

    /// The range of the field's text in an entry's `fields`; nil if absent.
    static func range(of field: CatalogueField, in fields: UnsafeRawBufferPointer) -> Range<Int>? {
        var position = 0
        while position < fields.count {
            let tag = fields[position]
            position += 1
            var (length, shift) = (0, 0)
            while position < fields.count {
                let byte = fields[position]
                position += 1
                length |= Int(byte & 0x7F) << shift
                shift += 7
                if byte & 0x80 == 0 { break }
            }
            if tag == field.rawValue { return position..<min(position + length, fields.count) }
            position += length
        }
        return nil
    }
}
