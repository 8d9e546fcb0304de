import Foundation

/// The rows of one record or a few, until the record around them has ended: its fields count for them too.
struct ShapeRows: Sendable {
    /// A text in the buffer.
    struct Text: Sendable {
        var start = 0
        var end = 0
        var isEmpty: Bool { start == end }
    }

    /// A field's value in an open record.
    struct Value: Sendable {
        let frame: Int
        let field: CatalogueField
        let rank: UInt8
        let text: Text
    }

    /// One of a photo's addresses.
    struct Address: Sendable {
        let frame: Int
        /// The object that holds it.
        let owner: Int
        let node: Int32
        let record: Int
        let order: Int
        let making: PictureMaking
        let isUnsized: Bool
        let isTyped: Bool
        let sureness: Sureness
        /// The longer side in pixels.
        var size: Int
        var width = 0
        var height = 0
        /// Which one of a series of pictures it is; 0 for others.
        var series = 0
        let text: Text
    }

    /// How much an address is known to be a picture's.
    enum Sureness {
        /// Not at all: its record's type must say so.
        case none
        /// By what stands next to it, as for the page of a photo.
        case likely
        case certain
    }

    /// Where an address lies: its path, and the open records and objects that hold it.
    struct Place {
        let node: Int32
        let frame: Int
        let owner: Int
    }

    struct Row: Sendable {
        let record: Int
        let line: UInt32
        /// Whether its name is only a file's or a key.
        var isNameWeak = false
        /// Whether other rows have the same description.
        var isCaptionShared = false
        /// Whether its address is that of a thumbnail.
        var isSmall = false
        /// Whether a text shows it.
        var isFromText = false
        /// The hashes of what its record refers to in objects of its own.
        var references: [Int] = []
        /// Whether its address is from another object, to which its record refers.
        var isJoined = false
        /// Whether its record was judged again, and has another shape than those of the decision.
        var isLater = false
        /// The path of its record, if that contains its like and has ended; -1 for others.
        var tree: Int32 = -1
        var fields = FieldArray<Text>(repeating: Text())

        func has(_ field: CatalogueField) -> Bool { !fields[Int(field.rawValue)].isEmpty }
    }

    /// Whether records have series of pictures.
    var hasSeries = false
    var buffer: [UInt8] = []
    var values: [Value] = []
    var addresses: [Address] = []
    var rows: [Row] = []

    /// The most addresses of one record: more than any service's sizes of a picture.
    private static let maximumAddressCount = 256
    /// The most fields of open records: one of each kind at each level.
    private static let maximumValueCount = 1024
    /// Of a row, made once: a million rows go through them.
    private static let fields = CatalogueField.allCases
    /// Room for texts that are no longer used.
    private static let maximumWaste = 128 << 10

    mutating func store(_ utf8: UnsafeRawBufferPointer, limit: Int) -> Text {
        let start = buffer.count
        buffer.append(utf8, limit: limit)
        return Text(start: start, end: buffer.count)
    }

    mutating func add(
        _ field: CatalogueField, rank: UInt8, _ utf8: UnsafeRawBufferPointer, frame: Int
    ) {
        guard values.count < Self.maximumValueCount else { return }
        for value in values.reversed() {
            if value.frame < frame { break }
            // The first address of a page may turn out to be the photo's own.
            if value.frame == frame, value.field == field, value.rank <= rank, field != .page { return }
        }
        values.append(
            Value(
                frame: frame, field: field, rank: rank, text: store(utf8, limit: field.maximumByteCount + 1)
            ))
    }

    mutating func addAddress(
        _ address: ShapeAddress, _ utf8: UnsafeRawBufferPointer, at place: Place, size: Int?,
        _ sureness: Sureness = .certain
    ) {
        guard addresses.count < Self.maximumAddressCount else { return }
        addresses.append(
            Address(
                frame: place.frame, owner: place.owner, node: place.node, record: address.record,
                order: address.order, making: address.making, isUnsized: address.isUnsized, isTyped: address.isTyped,
                sureness: sureness, size: size ?? address.size ?? PictureSize.unknown, series: address.series,
                text: store(utf8, limit: EventTape.maximumTextByteCount)))
    }

    /// An object ends that told the size in pixels of its one address.
    mutating func setSize(width: Int, height: Int, owner: Int, ofAll: Bool = false) {
        let own = addresses.indices.reversed().prefix { addresses[$0].owner == owner }
        guard own.count == 1 || ofAll else { return }
        for index in own {
            (addresses[index].width, addresses[index].height) = (width, height)
            addresses[index].size = max(width, height)
        }
    }

    /// The same for a size in a list of them that tells one side. If that may be the estimate for a word, the address
    /// may tell more.
    mutating func setLonger(_ side: Int, owner: Int, isEstimate: Bool) {
        guard let last = addresses.indices.last, addresses[last].owner == owner, addresses[last].width == 0 else {
            return
        }
        let text = addresses[last].text
        let told = isEstimate ? buffer[text.start..<text.end].withUnsafeBytes { PictureSize.folder(in: $0) } : nil
        addresses[last].size = told ?? side
    }

    /// A name that is only a record's key, and that it repeats as its number.
    mutating func dropKeyName(_ utf8: UnsafeRawBufferPointer, frame: Int) {
        guard
            let index = values.lastIndex(where: {
                $0.frame == frame && $0.field == .name && $0.rank == ShapeFields.keyRank
            })
        else { return }
        if buffer[values[index].text.start..<values[index].text.end].elementsEqual(utf8) { values.remove(at: index) }
    }

    /// An object ends that told the side of the address at `node` in it.
    mutating func setSide(_ side: KeySense.Known, _ pixels: Int, node: Int32, owner: Int) {
        for index in addresses.indices.reversed() {
            if addresses[index].owner < owner { break }
            guard addresses[index].owner == owner, addresses[index].node == node else { continue }
            if side == .width {
                addresses[index].width = pixels
            } else {
                addresses[index].height = pixels
            }
            addresses[index].size = max(addresses[index].width, addresses[index].height)
        }
    }

    /// The same for an object that tells how much larger its picture is than the smallest, in hundredths.
    mutating func setScale(_ scale: Int, owner: Int) {
        guard let last = addresses.indices.last, addresses[last].owner == owner else { return }
        addresses[last].size = PictureSize.smallest * scale / 100
    }

    // MARK: Rows

    /// Makes a row of a record's addresses: the largest is the photo, and the smallest that suffices its thumbnail.
    /// `isPictureByType` says whether the record states the type of a picture, and `hasType` whether that stands in it,
    /// not around it. Returns whether it is a record of something else.
    mutating func makeRow(frame: Int, line: UInt32, isPictureByType: Bool, hasType: Bool) -> Bool {
        let start = addresses.lastIndex { $0.frame < frame }.map { $0 + 1 } ?? 0
        guard start < addresses.count else { return false }
        var own = Array(addresses[start...])
        addresses.removeSubrange(start...)
        guard hasSeries, own.contains(where: { $0.series > 0 }) else {
            return makeRow(of: &own, line: line, isPictureByType: isPictureByType, hasType: hasType)
        }
        var isOther = false
        for var part in series(in: own) {
            isOther = makeRow(of: &part, line: line, isPictureByType: isPictureByType, hasType: hasType) || isOther
        }
        return isOther
    }

    /// The same for the addresses of one picture. They are changed in place: a copy of each row's would cost time.
    private mutating func makeRow(
        of own: inout [Address], line: UInt32, isPictureByType: Bool, hasType: Bool
    ) -> Bool {
        // Other records have a type: an address without one, which shows no picture, is that of a page. What
        // illustrates the page is no photo of the record.
        let isPage = { (address: Address) in address.isTyped && address.sureness == .likely && address.width == 0 }
        if !hasType, own.contains(where: isPage) {
            own.removeAll(where: isPage)
            if own.allSatisfy({ $0.making == .thumbnail || $0.sureness == .none }) { return true }
        }
        if !isPictureByType || own.contains(where: { $0.sureness != .none }) { own.removeAll { $0.sureness == .none } }
        if own.contains(where: { $0.sureness == .certain && $0.making != .thumbnail }) {
            own.removeAll { $0.sureness == .likely && $0.width == 0 }
        }
        guard let record = own.lazy.map(\.record).min() else { return false }
        own.removeAll { $0.record != record }
        // One address under two keys has the smaller of their sizes: a size is stated on purpose.
        let all = own
        own.removeAll { address in all.contains { $0.size < address.size && isSame($0.text, address.text) } }
        let first = own.lazy.filter(\.isUnsized).map(\.order).min()
        own.removeAll { $0.isUnsized && $0.order != first }
        let least = own.lazy.map(\.making).min()
        let photo = own.lazy.filter { $0.making == least }.min { ($1.size, $0.order) < ($0.size, $1.order) }
        guard let photo else { return false }
        var row = Row(record: record, line: line)
        row.isSmall = least == .thumbnail
        row.set(.location, photo.text)
        own.removeAll { isSame($0.text, photo.text) }
        let small = own.lazy.filter { $0.size >= PictureSize.sufficient }.min {
            ($0.size, $0.order) < ($1.size, $1.order)
        }
        if let small = small ?? own.max(by: { ($0.size, $1.order) < ($1.size, $0.order) }) {
            // One that is known to be too small is no help next to a photo that is small itself.
            let isUseless =
                small.width > 0 && small.size < PictureSize.sufficient && photo.width > 0
                && photo.size <= PictureSize.smallPhoto
            if !isUseless { row.set(.thumbnail, small.text) }
        }
        if photo.width > 0, photo.height > 0 {
            for (field, number) in [(CatalogueField.width, photo.width), (.height, photo.height)] {
                var digits = String(number)
                row.set(field, digits.withUTF8 { store(UnsafeRawBufferPointer($0), limit: 20) })
            }
        }
        rows.append(row)
        return false
    }

    /// Makes a row of an address alone.
    mutating func makeRow(of utf8: UnsafeRawBufferPointer, record: Int, line: UInt32, name: [UInt8]?) {
        var row = Row(record: record, line: line)
        row.set(.location, store(utf8, limit: EventTape.maximumTextByteCount))
        if let name, !name.isEmpty {
            row.set(
                .name, name.withUnsafeBytes { store($0, limit: CatalogueField.name.maximumByteCount + 1) })
        }
        rows.append(row)
    }

    /// Gives the rows from `first` on the fields of the record around them that they lack. `tree` is the path of other
    /// records within it, if they are its like.
    mutating func fill(from first: Int, frame: Int, isEnd: Bool, except tree: Int32? = nil) {
        if values.isEmpty { return }
        var best = FieldArray<Int>(repeating: -1)
        var start = values.count
        while start > 0, values[start - 1].frame >= frame {
            start -= 1
            if values[start].frame > frame { continue }
            let field = Int(values[start].field.rawValue)
            if best[field] < 0 || values[start].rank <= values[best[field]].rank { best[field] = start }
        }
        for row in rows.indices.dropFirst(first) {
            if let tree, rows[row].tree == tree { continue }
            for field in best.indices where best[field] >= 0 && rows[row].fields[field].isEmpty {
                var index = best[field]
                let isPage = field == Int(CatalogueField.page.rawValue)
                if isPage, isSame(values[index].text, rows[row].fields[Int(CatalogueField.location.rawValue)]) {
                    guard let other = page(of: rows[row], from: start, frame: frame) else { continue }
                    index = other
                }
                rows[row].fields[field] = values[index].text
                if field == 0 { rows[row].isNameWeak = values[best[0]].rank >= ShapeFields.fileNameRank }
                if values[index].rank == ShapeFields.sharedCaptionRank, values[index].field == .description {
                    rows[row].isCaptionShared = true
                }
            }
        }
        if isEnd { values.removeSubrange(start...) }
    }

    /// The best address of a page, other than the row's own; nil without one.
    private func page(of row: Row, from start: Int, frame: Int) -> Int? {
        let location = row.fields[Int(CatalogueField.location.rawValue)]
        return values.indices[start...].filter {
            values[$0].frame == frame && values[$0].field == .page && !isSame(values[$0].text, location)
        }.min { values[$0].rank < values[$1].rank }
    }

    func isSame(_ one: Text, _ other: Text) -> Bool {
        let count = one.end - one.start
        guard count == other.end - other.start else { return false }
        return count == 0
            || buffer.withUnsafeBytes { bytes in
                bytes.baseAddress.map { memcmp($0 + one.start, $0 + other.start, count) == 0 } ?? false
            }
    }

    // MARK: Handing over

    /// Adds the rows to `builder`, and forgets them.
    mutating func flush(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        // Taken out of the list, each has its fields alone: a change copies none.
        rows.reverse()
        // Also those that did not come to it, if the catalogue takes no more.
        defer { rows.removeAll(keepingCapacity: true) }
        while var row = rows.popLast() {
            strip(&row)
            let (page, location) = (CatalogueField.page.rawValue, CatalogueField.location.rawValue)
            if isSame(row.fields[Int(page)], row.fields[Int(location)]) { row.set(.page, Text()) }
            let description = row.fields[Int(CatalogueField.description.rawValue)]
            if !row.has(.name) || row.isNameWeak, !row.isCaptionShared,
                CaptionName.suits(buffer[description.start..<description.end])
            {
                row.set(.name, description)
                row.set(.description, Text())
            }
            for field in Self.fields where row.has(field) {
                let text = row.fields[Int(field.rawValue)]
                let plain = plain(buffer[text.start..<text.end], field)
                let isProse = field == .name || field == .description
                let meant = isProse ? TwiceEncodedText.decoded(plain).map { $0[...] } ?? plain : plain
                meant.withUnsafeBytes { builder.add(field, UnsafeRawBufferPointer($0)) }
            }
            let position = row.line > 0 ? CataloguePosition.line(Int(row.line)) : .item(builder.count + 1)
            try builder.endEntry(at: position)
        }
        compact()
    }

    /// Takes the tags out of what a record says in HTML.
    private mutating func strip(_ row: inout Row) {
        for field in [CatalogueField.name, .description] where row.has(field) {
            let text = row.fields[Int(field.rawValue)]
            let isHTML = buffer[text.start..<text.end].withUnsafeBytes { MarkupText.isHTML($0) }
            guard isHTML else { continue }
            let plain = PageText.withoutTags(Array(buffer[text.start..<text.end]))
            row.set(field, plain.withUnsafeBytes { store($0, limit: field.maximumByteCount + 1) })
        }
    }

    /// A field's text without references. A file's name is as it is.
    private func plain(_ text: ArraySlice<UInt8>, _ field: CatalogueField) -> ArraySlice<UInt8> {
        let isFileName =
            field.isURL ? !LocationDetection.isAbsolute(text) : LocationDetection.namesPicture(text)
        return isFileName ? text : CharacterReferences.plain(text, onlyAmpersand: field.isURL)
    }

    /// Frees the texts of rows that are gone.
    mutating func compact() {
        if values.isEmpty, addresses.isEmpty { return buffer.removeAll(keepingCapacity: true) }
        guard buffer.count > Self.maximumWaste else { return }
        let old = buffer
        buffer.removeAll(keepingCapacity: true)
        let move = { (text: Text, buffer: inout [UInt8]) -> Text in
            let start = buffer.count
            buffer.append(contentsOf: old[text.start..<text.end])
            return Text(start: start, end: buffer.count)
        }
        values = values.map {
            Value(frame: $0.frame, field: $0.field, rank: $0.rank, text: move($0.text, &buffer))
        }
        addresses = addresses.map { address in
            Address(
                frame: address.frame, owner: address.owner, node: address.node, record: address.record,
                order: address.order,
                making: address.making, isUnsized: address.isUnsized, isTyped: address.isTyped,
                sureness: address.sureness, size: address.size, width: address.width, height: address.height,
                series: address.series, text: move(address.text, &buffer))
        }
    }
}

extension ShapeRows.Row {
    mutating func set(_ field: CatalogueField, _ text: ShapeRows.Text) {
        fields[Int(field.rawValue)] = text
    }
}
