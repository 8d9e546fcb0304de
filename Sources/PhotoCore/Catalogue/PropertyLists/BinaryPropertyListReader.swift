import Foundation

/// Reads the values of a binary property list, in which ``PhotoTree`` finds the photos.
///
/// Not with PropertyListSerialization, which expands everything reachable: twelve arrays of ten references each never
/// finish, and a million rows take 8 s (0.8 s here, including sorting). Objects are shared, and may lie within
/// themselves: this reader goes into no object that is open, and into no more elements than a file of this length can
/// list. Of what is beyond, only the kind counts.
///
/// Format: Apple's CFBinaryPList.c; all integers are big-endian. "bplist00", the objects, a table of their offsets, and
/// a trailer of 32 bytes.
struct BinaryPropertyListReader {
    /// Adds the photos of the document at this address. Those of its outermost dictionary come in natural order by
    /// name. Throws what is wrong with it.
    static func read(
        _ bytes: UnsafeRawBufferPointer, of document: URL, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        var reader = try BinaryPropertyListReader(bytes)
        var tree = PhotoTree(of: document, takesNames: true)
        do throws(CatalogueFailure) {
            try reader.tellOutermost(to: &tree, into: &builder)
        } catch {
            try tree.breakOff(into: &builder)
            throw error
        }
        try tree.finish(into: &builder)
    }

    private let bytes: UnsafeRawBufferPointer
    private let offsetTable: Int
    private let offsetSize: Int
    private let referenceSize: Int
    private let objectCount: Int
    private let topObject: Int
    /// The objects that are open, the innermost last.
    private var open: [Int] = []
    /// How many more elements of objects it goes into.
    private var elementsLeft: Int
    /// How many more bytes of texts it takes.
    private var textLeft = Catalogue.maximumByteCount

    private init(_ bytes: UnsafeRawBufferPointer) throws(CatalogueFailure) {
        let trailer = bytes.count - 32
        guard trailer >= 9 else { throw Self.damaged(localized("it ends early")) }
        self.bytes = bytes
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            let objectCount = Self.integer(in: bytes, at: trailer + 8, size: 8),
            let topObject = Self.integer(in: bytes, at: trailer + 16, size: 8),
            let offsetTable = Self.integer(in: bytes, at: trailer + 24, size: 8),
            topObject < objectCount, offsetTable >= 9, offsetTable < trailer,
            objectCount <= (trailer - offsetTable) / offsetSize
        else { throw Self.damaged(localized("its trailer is invalid; it may be cut short")) }
        (self.objectCount, self.topObject, self.offsetTable) = (objectCount, topObject, offsetTable)
        elementsLeft = offsetTable / referenceSize
    }

    // MARK: Values

    private mutating func tellOutermost(
        to tree: inout PhotoTree, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        let outermost = try object(topObject)
        guard outermost.isContainer else { throw EntryTree.noCollection }
        guard isWithinFile(outermost) else {
            throw Self.damaged(
                outermost.kind == 0xD
                    ? localized("its dictionary is longer than the file")
                    : localized("an object lies outside the file"))
        }
        guard outermost.count <= Catalogue.maximumRowCount else {
            throw .tooManyPhotos(limit: Catalogue.maximumRowCount)
        }
        try tell(topObject, to: &tree, into: &builder)
    }

    private mutating func tell(
        _ index: Int, to tree: inout PhotoTree, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        let object = try object(index)
        if object.isText, object.count > Catalogue.maximumLocationByteCount {
            return try tree.scalar(.tooLong, into: &builder)
        }
        if let text = try text(of: object) {
            try spend(text)
            return try Array(text.utf8).withUnsafeBytesTyped { (text) throws(CatalogueFailure) in
                try tree.string(text, into: &builder)
            }
        }
        guard object.isContainer, canEnter(index, object) else {
            let text = Array((number(of: object) ?? date(of: object) ?? "").utf8)
            return try text.withUnsafeBytesTyped { (text) throws(CatalogueFailure) in
                try tree.scalar(object.problem, text.isEmpty ? nil : text, into: &builder)
            }
        }
        elementsLeft -= elementCount(of: object)
        open.append(index)
        if object.kind == 0xD {
            try tellDictionary(object, to: &tree, into: &builder)
        } else {
            try tree.startArray(into: &builder)
            for element in 0..<object.count {
                if element & 0xFFF == 0, builder.isCancelled() { throw .cancelled }
                try tell(try reference(at: object.start + element * referenceSize), to: &tree, into: &builder)
            }
            try tree.endArray(into: &builder)
        }
        open.removeLast()
    }

    /// Tells the entries in natural order by name: their own order means nothing.
    private mutating func tellDictionary(
        _ dictionary: Object, to tree: inout PhotoTree, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        let isCancelled = builder.isCancelled
        var names: [String] = []
        names.reserveCapacity(dictionary.count)
        for entry in 0..<dictionary.count {
            if entry & 0xFFF == 0, isCancelled() { throw .cancelled }
            let key = try object(try reference(at: dictionary.start + entry * referenceSize))
            guard let name = try text(of: key) else { throw Self.damaged(localized("a name in it is not text")) }
            try spend(name)
            names.append(name)
        }
        try tree.startObject(into: &builder)
        for entry in try NaturalOrder.sorted(names, isCancelled: isCancelled) {
            if entry & 0xFFF == 0, isCancelled() { throw .cancelled }
            try Array(names[entry].utf8).withUnsafeBytesTyped { (name) throws(CatalogueFailure) in
                try tree.key(name, into: &builder)
            }
            let value = dictionary.start + (dictionary.count + entry) * referenceSize
            try tell(try reference(at: value), to: &tree, into: &builder)
        }
        try tree.endObject(into: &builder)
    }

    /// Whether an object is not open already, not too deep, and no longer than what is left.
    private func canEnter(_ index: Int, _ object: Object) -> Bool {
        isWithinFile(object) && elementCount(of: object) <= elementsLeft && open.count < EntryTree.maximumDepth
            && !open.contains(index)
    }

    /// Whether the file has room for its elements: each needs a reference, so an invented count allocates nothing.
    private func isWithinFile(_ object: Object) -> Bool {
        elementCount(of: object) <= (offsetTable - object.start) / referenceSize
    }

    /// A dictionary has a key and a value for each entry.
    private func elementCount(of object: Object) -> Int {
        object.kind == 0xD ? min(object.count, Int.max / 2) * 2 : object.count
    }

    /// Counts a text: several elements may share one.
    private mutating func spend(_ text: String) throws(CatalogueFailure) {
        textLeft -= text.utf8.count
        if textLeft < 0 { throw .tooLarge(limit: Catalogue.maximumByteCount) }
    }

    // MARK: Objects

    /// An object's head.
    private struct Object {
        /// The marker's upper half.
        let kind: UInt8
        /// The marker's lower half.
        let detail: UInt8
        /// The number of bytes, UTF-16 units or elements; 0 if there is none.
        let count: Int
        /// The start of its content.
        let start: Int

        /// ASCII, UTF-16, or UTF-8 in later versions of the format.
        var isText: Bool { (0x5...0x7).contains(kind) }

        /// An array or a dictionary.
        var isContainer: Bool { kind == 0xA || kind == 0xD }

        var problem: EntryProblem {
            switch kind {
            case 0x0 where detail == 8 || detail == 9: .boolean
            case 0x1, 0x2: .number
            case 0x3: .date
            case 0x4: .data
            case 0xA: .array
            case 0xD: .dictionary
            default: .unusual
            }
        }
    }

    private func object(_ index: Int) throws(CatalogueFailure) -> Object {
        guard index < objectCount,
            let offset = Self.integer(in: bytes, at: offsetTable + index * offsetSize, size: offsetSize),
            offset >= 8, offset < offsetTable
        else { throw Self.damaged(localized("an object lies outside the file")) }
        let (kind, detail) = (bytes[offset] >> 4, bytes[offset] & 15)
        guard kind >= 0x4, kind != 0x8 else { return Object(kind: kind, detail: detail, count: 0, start: offset + 1) }
        guard detail == 15 else { return Object(kind: kind, detail: detail, count: Int(detail), start: offset + 1) }
        // A longer count is a separate integer object.
        guard offset + 1 < offsetTable, bytes[offset + 1] >> 4 == 0x1, bytes[offset + 1] & 15 <= 3,
            case let size = 1 << Int(bytes[offset + 1] & 15), offset + 2 + size <= offsetTable,
            let count = Self.integer(in: bytes, at: offset + 2, size: size)
        else { throw Self.damaged(localized("an object has no length")) }
        return Object(kind: kind, detail: detail, count: count, start: offset + 2 + size)
    }

    private func reference(at position: Int) throws(CatalogueFailure) -> Int {
        guard let index = Self.integer(in: bytes, at: position, size: referenceSize) else {
            throw Self.damaged(localized("an object lies outside the file"))
        }
        return index
    }

    /// The whole number of up to 8 bytes, or the real one; nil for other kinds.
    private func number(of object: Object) -> String? {
        guard (0x1...0x2).contains(object.kind), object.detail <= 3,
            case let size = 1 << Int(object.detail), size <= offsetTable - object.start
        else { return nil }
        var bits: UInt64 = 0
        for index in object.start..<object.start + size { bits = bits << 8 | UInt64(bytes[index]) }
        switch (object.kind, size) {
        // Shorter ones have no sign.
        case (0x1, _): return size == 8 ? "\(Int64(bitPattern: bits))" : "\(bits)"
        case (0x2, 4): return "\(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))"
        case (0x2, 8): return "\(Double(bitPattern: bits))"
        default: return nil
        }
    }

    /// The date of an object in ISO 8601, if it is one of four digits of a year; nil for other kinds.
    private func date(of object: Object) -> String? {
        guard object.kind == 0x3, 8 <= offsetTable - object.start else { return nil }
        var bits: UInt64 = 0
        for index in object.start..<object.start + 8 { bits = bits << 8 | UInt64(bytes[index]) }
        // Not as a Date: a range of them contains the one that is no number.
        let text = LibraryDates.text(seconds: Double(bitPattern: bits) + Date.timeIntervalBetween1970AndReferenceDate)
        return text.isEmpty ? nil : text + "Z"
    }

    /// The object's text; nil for other kinds. Invalid Unicode becomes U+FFFD.
    private func text(of object: Object) throws(CatalogueFailure) -> String? {
        guard object.isText else { return nil }
        let width = object.kind == 0x6 ? 2 : 1
        guard object.count <= (offsetTable - object.start) / width else {
            throw Self.damaged(localized("a string ends early"))
        }
        let content = UnsafeRawBufferPointer(rebasing: bytes[object.start..<object.start + object.count * width])
        if width == 1 { return String(decoding: content, as: UTF8.self) }
        let units = (0..<object.count).lazy.map { UInt16(content[2 * $0]) << 8 | UInt16(content[2 * $0 + 1]) }
        return String(decoding: Array(units), as: UTF16.self)
    }

    /// The unsigned integer; nil if too large for an offset or a count.
    private static func integer(in bytes: UnsafeRawBufferPointer, at position: Int, size: Int) -> Int? {
        guard position >= 0, size <= bytes.count - position else { return nil }
        var value: UInt64 = 0
        for index in position..<position + size { value = value << 8 | UInt64(bytes[index]) }
        return Int(exactly: value)
    }

    private static func damaged(_ how: String) -> CatalogueFailure {
        .notACatalogue(reason: localized("It is a binary property list, but damaged: \(how). Get a new copy."))
    }
}

extension CatalogueFormat {
    /// A binary property list. The order of its names means nothing, so rows come in their natural order: 2 before 10.
    /// Nothing can be read before its end, which holds the table of offsets.
    public static let binaryPropertyList = CatalogueFormat(
        translatable("binary property list"), endings: ["plist"],
        recognises: { $0.bytes.starts(with: "bplist".utf8) ? .certain : .none },
        makeParser: { head in
            let document = head.hint.url
            return WholeDocumentParser { (bytes, builder) throws(CatalogueFailure) in
                guard bytes.starts(with: "bplist0".utf8) else {
                    throw .notACatalogue(
                        reason: localized(
                            "It is a binary property list of an unknown version. Save it as version 0, or as XML."))
                }
                try BinaryPropertyListReader.read(bytes, of: document, into: &builder)
            }
        })
}
