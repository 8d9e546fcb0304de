/// An entry in which several keys may mean the same field. Collects all, and gives the builder the winning value of
/// each field.
package struct EntryDraft {
    /// All values in a row, including replaced ones.
    private var text: [UInt8] = []
    private var values = [Value](repeating: .none, count: CatalogueField.allCases.count)
    private var isLocationPageOtherwise = false
    /// Why a key for the photo's URL has no text.
    private var problem: EntryProblem?
    /// The words of the first photo; nil once that is complete.
    private var words: EntryWords? = EntryWords()

    private struct Value {
        var start: Int
        var end: Int
        var rank: UInt8
        static let none = Value(start: 0, end: 0, rank: .max)
    }

    package init() {}

    /// Whether it has a text for the photo's URL.
    package var hasLocation: Bool { has(.location) }

    func has(_ field: CatalogueField) -> Bool { values[Int(field.rawValue)].rank < .max }

    /// Whether it notes keys: only those of the first photo.
    package var notesWords: Bool { words != nil }

    /// Another entry has told the words of the first photo.
    mutating func leaveWords() { words = nil }

    /// The value of this key follows, which ``set(_:_:)`` or ``add(_:_:)`` may take. `isInner`: it is one of an object
    /// that is the value of the last other key.
    package mutating func willTake(_ key: UnsafeRawBufferPointer, isInner: Bool = false) {
        if isInner { words?.innerKey(key) } else { words?.key(key) }
    }

    /// Takes the value of a key. Of two with the same rank the first wins, and an empty value loses to any other.
    ///
    /// For the photo's URL, a single word loses to everything else: `media` is an object with an address in some
    /// replies, and "photo" in others.
    package mutating func set(_ key: EntryKey, _ utf8: UnsafeRawBufferPointer) {
        let key = key.field == .location && Self.isWord(utf8) ? key.demoted : key
        let index = Int(key.field.rawValue)
        let old = values[index]
        if key.field == .location, old.rank < .max {
            return setSecondLocation(key, utf8)
        }
        guard key.rank < old.rank || old.start == old.end else { return }
        if utf8.isEmpty, old.rank < .max { return }
        if key.field == .location { isLocationPageOtherwise = key.isPageOtherwise }
        values[index] = append(utf8, rank: key.rank)
        words?.name(key.field)
    }

    private mutating func setSecondLocation(_ key: EntryKey, _ utf8: UnsafeRawBufferPointer) {
        guard !utf8.isEmpty else { return }
        let index = Int(CatalogueField.location.rawValue)
        let old = values[index]
        let page = Int(CatalogueField.page.rawValue)
        if key.rank < old.rank || old.start == old.end {
            if isLocationPageOtherwise, values[page].rank == .max, old.start < old.end {
                values[page] = Value(start: old.start, end: old.end, rank: .max - 1)
            }
            isLocationPageOtherwise = key.isPageOtherwise
            values[index] = append(utf8, rank: key.rank)
            words?.name(.location)
        } else if key.isPageOtherwise, key.rank != old.rank, values[page].rank == .max {
            values[page] = append(utf8, rank: .max - 1)
        }
    }

    /// Adds another value of a key. Persons are listed ("Ann, Bob"); for all other keys the first value wins.
    mutating func add(_ key: EntryKey, _ utf8: UnsafeRawBufferPointer) {
        let index = Int(key.field.rawValue)
        let old = values[index]
        guard key.field == .author, old.rank == key.rank, old.start < old.end, !utf8.isEmpty else {
            return set(key, utf8)
        }
        if old.end != text.count {
            let start = text.count
            text.append(contentsOf: text[old.start..<old.end])
            values[index].start = start
        }
        text.append(contentsOf: ", ".utf8)
        text.append(contentsOf: utf8)
        values[index].end = text.count
    }

    /// Records that a key for the photo's URL has a value that is not text.
    mutating func set(_ key: EntryKey, problem: EntryProblem) {
        if key.field == .location, self.problem == nil { self.problem = problem }
    }

    /// The value of a key like `url` turns out to be the address of a page about the photo.
    mutating func makeLocationPage() {
        let (location, page) = (Int(CatalogueField.location.rawValue), Int(CatalogueField.page.rawValue))
        guard isLocationPageOtherwise, values[location].rank < .max else { return }
        if values[page].rank == .max { values[page] = values[location] }
        values[location] = .none
    }

    /// Decodes references in the name, which is HTML by convention.
    mutating func decodeName() {
        let name = text(of: .name)
        guard name.contains(UInt8(ascii: "&")) else { return }
        let plain = Array(CharacterReferences.plain(name, onlyAmpersand: false))
        let index = Int(CatalogueField.name.rawValue)
        values[index] = plain.withUnsafeBytes { append($0, rank: values[index].rank) }
    }

    /// The same entry without what its row does not take: short enough to be copied for several pictures.
    var shortened: EntryDraft {
        var entry = EntryDraft()
        entry.words = nil
        for field in CatalogueField.allCases where has(field) {
            let (text, rank) = (shortenedText(of: field), values[Int(field.rawValue)].rank)
            entry.values[Int(field.rawValue)] = text.withUnsafeBytes { entry.append($0, rank: rank) }
        }
        return entry
    }

    /// A field's text; of one that is too long its beginning and its last byte, so that it is still too long.
    private func shortenedText(of field: CatalogueField) -> [UInt8] {
        var text = self.text(of: field)
        if field != .name {
            text = text.drop(while: EntryScratch.isSpace)
            while let last = text.last, EntryScratch.isSpace(last) { text = text.dropLast() }
        }
        guard text.count > field.maximumByteCount, let last = text.last else { return Array(text) }
        return Array(text.prefix(field.maximumByteCount)) + [last]
    }

    /// This entry, which is ``shortened``, with another picture, which has its own address, size and name.
    func with(_ picture: EntryDraft) -> EntryDraft {
        var entry = self
        for field in CatalogueField.allCases {
            if picture.has(field) {
                let text = picture.shortenedText(of: field)
                entry.values[Int(field.rawValue)] = text.withUnsafeBytes { entry.append($0, rank: 0) }
            } else if Self.fieldsOfPictures.contains(field) {
                entry.values[Int(field.rawValue)] = .none
            }
        }
        return entry
    }

    private static let fieldsOfPictures: Set<CatalogueField> = [
        .location, .thumbnail, .width, .height, .placeholder, .checksum,
    ]

    package func text(of field: CatalogueField) -> ArraySlice<UInt8> {
        let value = values[Int(field.rawValue)]
        return text[value.start..<value.end]
    }

    package mutating func removeAll() {
        text.removeAll(keepingCapacity: true)
        for index in values.indices { values[index] = .none }
        isLocationPageOtherwise = false
        problem = nil
        if words != nil { words = EntryWords() }
    }

    /// Makes a row of the entry, and clears it. A row without a location says why. Throws like the builder's
    /// `endEntry`.
    package mutating func end(
        at position: CataloguePosition?, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        nameByCaption()
        addFields(to: &builder)
        if hasLocation, let words {
            if !words.isEmpty { builder.facts.rule = .words(words) }
            self.words = nil
        }
        let reason = hasLocation ? nil : problem ?? .missing
        removeAll()
        try builder.endEntry(at: position, problem: reason)
    }

    /// A short caption names a photo that nothing else names, and is not said twice.
    private mutating func nameByCaption() {
        let (name, description) = (Int(CatalogueField.name.rawValue), Int(CatalogueField.description.rawValue))
        guard text(of: .name).isEmpty, EntryKey(field: .description, rank: values[description].rank).isCaption,
            CaptionName.suits(text(of: .description))
        else { return }
        (values[name], values[description]) = (values[description], .none)
    }

    private func addFields(to builder: inout CatalogueBuilder) {
        text.withUnsafeBytes { bytes in
            for field in CatalogueField.allCases {
                let value = values[Int(field.rawValue)]
                guard value.rank < .max else { continue }
                builder.add(field, UnsafeRawBufferPointer(rebasing: bytes[value.start..<value.end]))
            }
        }
    }

    private static func isWord(_ utf8: UnsafeRawBufferPointer) -> Bool {
        !utf8.isEmpty && !utf8.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") }
    }

    private mutating func append(_ utf8: UnsafeRawBufferPointer, rank: UInt8) -> Value {
        let start = text.count
        text.append(contentsOf: utf8)
        return Value(start: start, end: text.count, rank: rank)
    }
}
