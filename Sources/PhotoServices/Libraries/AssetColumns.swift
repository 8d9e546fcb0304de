import Foundation
import PhotoCore

/// A field of a photo or video in a server's answer, or of an album, a person or a place.
protocol AssetField: RawRepresentable<String>, Hashable, Sendable {
    /// The one without which an object is something else.
    static var id: Self { get }
    /// The one whose object has further fields of the same photo; nil for none.
    static var inner: Self? { get }
}

extension AssetField {
    static var inner: Self? { nil }
}

/// The photos and videos in a server's answer, or its albums, people or places, in columns; a field may be absent, and
/// a number a text.
///
/// Three shapes of answers: an object of columns, an array of objects, and such an array within objects. They are read
/// event by event: what has none of the fields takes no memory, however much there is of it.
struct AssetColumns<Field: AssetField> {

    /// The texts of a field, one for each asset; an empty one for none.
    private struct Column {
        var bytes: [UInt8] = []
        /// 32 bits suffice: an answer has at most 64 MiB.
        var ends: [UInt32] = []

        mutating func append(_ text: UnsafeRawBufferPointer?) {
            if let text { bytes += text }
            ends.append(UInt32(clamping: bytes.count))
        }

        func text(_ row: Int) -> ArraySlice<UInt8> {
            guard ends.indices.contains(row) else { return [] }
            return bytes[(row == 0 ? 0 : Int(ends[row - 1]))..<Int(ends[row])]
        }
    }

    /// What the objects around the assets say of a field.
    enum Told: Equatable {
        case nothing, null
        /// A number is its text.
        case text(String)
    }

    private enum Level {
        case object(key: Field?)
        case array
    }

    private init(most: Int) { self.most = most }

    private let most: Int
    /// Whether there are more than the most.
    private var isCut = false
    private var columns: [Field: Column] = [:]
    private var levels: [Level] = []
    /// The object that is an asset, by its depth, and its fields so far.
    private var record: (depth: Int, fields: [Field: [UInt8]])?
    private var isColumnar = false
    /// The fields of the objects around the assets.
    private var outer: [Field: Told] = [:]

    /// Whether the answer is an array, or nothing at all.
    private(set) var isList = false
    /// How many objects the arrays have, also without an ID.
    private(set) var objectCount = 0

    /// No object of such an answer is deeper.
    private static var mostLevels: Int { 16 }
    /// Longer texts are none of these fields.
    private static var longestText: Int { 4096 }

    /// How many assets there are.
    var count: Int { columns[.id]?.ends.count ?? 0 }

    /// A field of an asset; empty for none.
    func text(_ field: Field, _ row: Int) -> String {
        columns[field].map { String(decoding: $0.text(row), as: UTF8.self) } ?? ""
    }

    /// What the answer itself, around the assets, says of a field.
    func told(_ field: Field) -> Told { outer[field] ?? .nothing }

    /// Whether a field of the answer itself, around the assets, is true.
    func says(_ field: Field) -> Bool { told(field) == .text("true") }

    /// A number of an asset; nil for none.
    func number(_ field: Field, _ row: Int) -> Double? {
        let text = text(field, row)
        return text.isEmpty ? nil : Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    /// Takes the next part of the answer. False if it is no such answer.
    mutating func take(_ event: JSONEvent) -> Bool {
        switch event {
        case .startObject: start(.object(key: nil))
        case .startArray: start(.array)
        case .endObject, .endArray: end()
        case .key(let name): began(name)
        case .string(let text), .number(let text): scalar(text)
        case .boolean(let value): scalar(value ? JSONText.yes : JSONText.no)
        case .null: scalar(nil)
        }
        return levels.count <= Self.mostLevels && !isCut
    }

    private mutating func start(_ level: Level) {
        if case .array = level, levels.isEmpty { isList = true }
        if case .object = level, record == nil, case .array? = levels.last {
            record = (levels.count + 1, [:])
            objectCount &+= 1
        }
        levels.append(level)
    }

    private mutating func end() {
        if let record, record.depth == levels.count {
            self.record = nil
            // Anything else is a list of something else.
            if record.fields[.id] != nil { append(record.fields) }
        }
        _ = levels.popLast()
    }

    private mutating func append(_ fields: [Field: [UInt8]]) {
        guard !isColumnar else { return }
        let row = count
        guard hasRoom(row) else { return }
        for (field, bytes) in fields {
            var column = columns[field] ?? Column()
            while column.ends.count < row { column.append(nil) }
            bytes.withUnsafeBytes { column.append($0) }
            columns[field] = column
        }
    }

    private mutating func began(_ name: UnsafeRawBufferPointer) {
        guard case .object? = levels.last else { return }
        levels[levels.count - 1] = .object(key: Field(rawValue: String(decoding: name, as: UTF8.self)))
    }

    private mutating func scalar(_ text: UnsafeRawBufferPointer?) {
        let text = text.flatMap { $0.count <= Self.longestText ? $0 : nil }
        switch levels.last {
        case .object(let field?):
            if record == nil { note(text, of: field) }
            guard let text else { return }
            // The asset's own field, or one of its inner object; not one of its owner or its people.
            guard let record, levels.count == record.depth || isInner(record.depth) else { return }
            if record.fields[field] == nil { self.record?.fields[field] = Array(text) }
        case .array where levels.count == 2 && record == nil:
            guard case .object(let field?) = levels[0] else { return }
            isColumnar = true
            guard hasRoom(columns[field]?.ends.count ?? 0) else { return }
            columns[field, default: Column()].append(text)
        case nil where text == nil: isList = true
        default: break
        }
    }

    /// Notes what an object around the assets says. Of several, one that says nothing does not count.
    private mutating func note(_ text: UnsafeRawBufferPointer?, of field: Field) {
        if let text {
            outer[field] = .text(String(decoding: text, as: UTF8.self))
        } else if outer[field] == nil {
            outer[field] = .null
        }
    }

    /// Whether there may be one more after this many; otherwise no more is read.
    private mutating func hasRoom(_ count: Int) -> Bool {
        if count >= most { isCut = true }
        return !isCut
    }

    private func isInner(_ depth: Int) -> Bool {
        guard levels.count == depth + 1, case .object(let field?) = levels[depth - 1] else { return false }
        return field == Field.inner
    }

    /// The photos in `body`. Throws `notACatalogue` if it is no JSON, `tooManyPhotos` as soon as there are more than
    /// `most`, and `cancelled` if it is no longer wanted.
    init(
        in body: Data, most: Int = LibraryMonths.mostPhotos, _ isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(CatalogueFailure) {
        try self.init(body, most, isCancelled)
        guard !isCut else { throw .tooManyPhotos(limit: most) }
    }

    /// The first objects in `body`, as many as `most`. Throws `notACatalogue` if it is no JSON.
    init(upTo most: Int, in body: Data) throws(CatalogueFailure) { try self.init(body, most) { false } }

    private init(
        _ body: Data, _ most: Int, _ isCancelled: @escaping @Sendable () -> Bool
    ) throws(CatalogueFailure) {
        var assets = Self(most: most)
        var (events, isWanted) = (0, true)
        try body.withUnsafeBytesTyped { (bytes) throws(CatalogueFailure) in
            try JSONEvents.read(bytes) { event in
                events &+= 1
                if events & 0xFFFF == 0, isCancelled() { isWanted = false }
                return assets.take(event) && isWanted
            }
        }
        guard isWanted else { throw .cancelled }
        self = assets
    }
}

/// What JSON's words are as texts.
private enum JSONText {
    private static func constant(_ text: StaticString) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    }
    nonisolated(unsafe) static let yes = constant("true")
    nonisolated(unsafe) static let no = constant("false")
}
