/// The fields of the current entry, each cut to its limit as its text arrives.
struct EntryScratch {
    private(set) var name: [UInt8] = []
    private(set) var location: [UInt8] = []
    /// In the layout of EntryFields.
    private(set) var fields: [UInt8] = []
    /// Whether the location is longer than it may be.
    private(set) var isLocationTooLong = false

    /// One bit per field that is set.
    private var present: UInt32 = 0
    /// The field that takes text; nil if none is open, or the text is dropped.
    private var open: CatalogueField?
    /// The text of the open field, unless it is name or location.
    private var value: [UInt8] = []
    /// Whether the open field exceeds its limit.
    private var isOver = false

    func has(_ field: CatalogueField) -> Bool { present & 1 << UInt32(field.rawValue) != 0 }

    /// Begins a field, which ends with the next one. Drops the text of a repeated field.
    mutating func begin(_ field: CatalogueField) {
        close()
        guard !has(field) else { return }
        present |= 1 << UInt32(field.rawValue)
        open = field
    }

    /// Adds to the field begun last.
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        switch open {
        case .name: Self.append(bytes, to: &name, limit: CatalogueField.name.maximumByteCount, &isOver)
        case .location: Self.appendURL(bytes, to: &location, &isOver)
        case let field? where field.isURL: Self.appendURL(bytes, to: &value, &isOver)
        case let field?:
            let text = value.isEmpty ? bytes[...].drop(while: Self.isSpace) : bytes[...]
            Self.append(UnsafeRawBufferPointer(rebasing: text), to: &value, limit: field.maximumByteCount, &isOver)
        case nil: break
        }
    }

    /// Ends the entry: all fields have their final form.
    mutating func close() {
        switch open {
        case .name: if isOver { Self.cut(&name, to: CatalogueField.name.maximumByteCount) }
        case .location:
            isLocationTooLong = isOver
            Self.trimEnd(of: &location)
        case let field?:
            Self.trimEnd(of: &value)
            if isOver, !field.isURL { Self.cut(&value, to: field.maximumByteCount) }
            // An empty field says nothing.
            if !value.isEmpty, !(isOver && field.isURL) { EntryFields.append(field, value, to: &fields) }
            value.removeAll(keepingCapacity: true)
        case nil: break
        }
        open = nil
        isOver = false
    }

    mutating func removeAll() {
        name.removeAll(keepingCapacity: true)
        location.removeAll(keepingCapacity: true)
        fields.removeAll(keepingCapacity: true)
        value.removeAll(keepingCapacity: true)
        (present, open, isOver, isLocationTooLong) = (0, nil, false, false)
    }

    // MARK: Limits

    private static func append(
        _ bytes: UnsafeRawBufferPointer, to text: inout [UInt8], limit: Int, _ isOver: inout Bool
    ) {
        guard text.count + bytes.count > limit else { return text.append(contentsOf: bytes) }
        // Enough bytes to find the cut.
        text.append(contentsOf: bytes.prefix(max(0, limit - text.count)))
        isOver = true
    }

    /// Drops white space before a URL at once, and after it at its end; keeps it inside.
    private static func appendURL(_ bytes: UnsafeRawBufferPointer, to text: inout [UInt8], _ isOver: inout Bool) {
        let limit = Catalogue.maximumLocationByteCount
        var bytes = bytes[...]
        if text.isEmpty { bytes = bytes.drop(while: isSpace) }
        let room = limit - text.count
        text.append(contentsOf: bytes.prefix(max(0, room)))
        if bytes.count > room, !bytes.dropFirst(max(0, room)).allSatisfy(isSpace) { isOver = true }
    }

    private static func trimEnd(of text: inout [UInt8]) {
        while let last = text.last, isSpace(last) { text.removeLast() }
    }

    /// Moves back from the limit to the start of a character.
    private static func cut(_ text: inout [UInt8], to limit: Int) {
        let ellipsis = "…".utf8
        var end = min(text.count, limit - ellipsis.count)
        while end > 0, end < text.count, text[end] & 0b1100_0000 == 0b1000_0000 { end -= 1 }
        text.removeSubrange(end...)
        text.append(contentsOf: ellipsis)
    }

    /// White space as HTML and URLs know it.
    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
