import Foundation

/// Reads the text values of a binary property list's outermost dictionary.
///
/// Not with PropertyListSerialization, which expands everything reachable: twelve arrays of ten references each never
/// finish, and a million rows take 8 s (0.8 s here, including sorting). This reader goes no further than the
/// dictionary's keys and values, so depth, cycles and shared values cost nothing.
///
/// Format: Apple's CFBinaryPList.c; all integers are big-endian. "bplist00", the objects, a table of their offsets, and
/// a trailer of 32 bytes.
struct BinaryPropertyListReader {
    /// Adds the rows of the document in natural order by name. Throws what is wrong with it.
    static func read(_ bytes: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        try BinaryPropertyListReader(bytes).addRows(to: &builder)
    }

    private let bytes: UnsafeRawBufferPointer
    private let offsetTable: Int
    private let offsetSize: Int
    private let referenceSize: Int
    private let objectCount: Int
    private let topObject: Int

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
    }

    private func addRows(to builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        let isCancelled = builder.isCancelled
        let dictionary = try object(topObject)
        guard dictionary.kind == 0xD else {
            throw .notACatalogue(reason: localized("Its outermost value is not a dictionary from names to URLs."))
        }
        let count = dictionary.count
        // Each entry needs two references, so an invented count allocates nothing.
        guard count <= (offsetTable - dictionary.start) / (2 * referenceSize) else {
            throw Self.damaged(localized("its dictionary is longer than the file"))
        }
        guard count <= Catalogue.maximumRowCount else { throw .tooManyPhotos(limit: Catalogue.maximumRowCount) }
        var names: [String] = []
        names.reserveCapacity(count)
        var nameBytes = 0
        for entry in 0..<count {
            if entry & 0xFFF == 0, isCancelled() { throw .cancelled }
            let key = try object(try reference(at: dictionary.start + entry * referenceSize))
            guard let name = try text(of: key) else { throw Self.damaged(localized("a name in it is not text")) }
            nameBytes += name.utf8.count
            guard nameBytes <= Catalogue.maximumByteCount else { throw .tooLarge(limit: Catalogue.maximumByteCount) }
            names.append(name)
        }
        for entry in try NaturalOrder.sorted(names, isCancelled: isCancelled) {
            let position = CataloguePosition.item(entry + 1)
            let value = try object(try reference(at: dictionary.start + (count + entry) * referenceSize))
            if value.isText, value.count > Catalogue.maximumLocationByteCount {
                try builder.append(name: names[entry], problem: .tooLong, at: position)
            } else if let location = try text(of: value) {
                try builder.append(name: names[entry], location: location, at: position)
            } else {
                try builder.append(name: names[entry], problem: value.problem, at: position)
            }
        }
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
    /// A binary property list. Its order means nothing, so its rows come in natural order by name: 2 before 10. Nothing
    /// can be read before its end, which holds the table of offsets.
    public static let binaryPropertyList = CatalogueFormat(
        "binary property list", endings: ["plist"],
        recognises: { $0.bytes.starts(with: "bplist".utf8) ? .certain : .none },
        makeParser: { _ in
            WholeDocumentParser { (bytes, builder) throws(CatalogueFailure) in
                guard bytes.starts(with: "bplist0".utf8) else {
                    throw .notACatalogue(
                        reason: localized(
                            "It is a binary property list of an unknown version. Save it as version 0, or as XML."))
                }
                try BinaryPropertyListReader.read(bytes, into: &builder)
            }
        })
}
