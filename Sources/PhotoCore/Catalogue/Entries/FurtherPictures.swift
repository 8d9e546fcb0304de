/// The pictures of a list in an entry: `images: [{url}, {url}]`. An entry has one photo in the usual words; one that
/// comes after others of that kind may have several.
struct FurtherPictures {
    /// Whether they are collected: not for the first entries, whose words were chosen for what they have.
    var areWanted = false
    /// Whether the value that is read lies in such a list.
    private(set) var isInList = false
    /// Whether an entry had several.
    private(set) var hadSeveral = false
    /// Whether that is all that is asked: they have no rows.
    var isTrial = false
    private var current = EntryDraft()
    private var pictures: [EntryDraft] = []

    /// The limit per entry: more than any reply has.
    private static let mostPictures = 1000

    /// What the last key says of the element in which it stands.
    private var meaning: EntryKey?

    init() { current.leaveWords() }

    /// Keys of such lists.
    static let lists = PackedKey.set("images photos pictures media gallery")
    /// The meaning of those that are no words for one photo's address.
    static let meaning = EntryKey(Array("images".utf8))

    mutating func startList() { isInList = areWanted }

    mutating func endList() { isInList = false }

    /// A key in an object that is an element of the list.
    mutating func key(_ utf8: UnsafeRawBufferPointer) {
        guard isInList else { return }
        meaning = EntryKey(utf8)
        if meaning?.field != .name, meaning?.field != .description { meaning = nil }
    }

    /// The value of that key: the element's own name or description.
    mutating func addOwn(_ utf8: UnsafeRawBufferPointer) {
        if isInList, let meaning { current.set(meaning, utf8) }
    }

    /// A text of the list, or in an object that is an element of it.
    mutating func add(_ key: EntryKey, _ utf8: UnsafeRawBufferPointer, isElement: Bool) {
        guard isInList, pictures.count < Self.mostPictures else { return }
        if key.field == .location, !AddressLook(utf8).isAddress || AddressLook(utf8) == .absoluteOther { return }
        current.set(key, utf8)
        if isElement { endElement() }
    }

    /// An element of the list ends.
    mutating func endElement() {
        guard isInList else { return }
        if current.hasLocation { pictures.append(current.shortened) }
        if pictures.count > 1 { hadSeveral = true }
        current.removeAll()
    }

    /// The pictures of an entry besides its own, without other sizes of the first one.
    mutating func takePictures(of entry: EntryDraft) -> [EntryDraft] {
        if isTrial { pictures.removeAll() }
        guard let first = pictures.first else { return [] }
        let size = first.pictureSize
        var known = KnownPictures()
        known.add([Array(entry.text(of: .location)), Array(entry.text(of: .thumbnail))])
        var others: [EntryDraft] = []
        for (index, picture) in pictures.enumerated() {
            let location = Array(picture.text(of: .location))
            if known.has(location) { continue }
            if index > 0, let size, let other = picture.pictureSize, other.isResized(size) { continue }
            known.add([location])
            others.append(picture)
        }
        pictures.removeAll()
        return others
    }
}

/// The width and the height that an element of a list tells.
private struct ToldSize {
    let width: Double
    let height: Double

    /// Whether it has the proportions of another size, and is another one. Photos of one camera are equal in size.
    func isResized(_ other: ToldSize) -> Bool {
        if width == other.width, height == other.height { return false }
        let difference = abs(width * other.height - other.width * height)
        return difference <= max(width, height, other.width, other.height)
    }
}

extension EntryDraft {
    /// Its width and height; nil unless both are numbers above zero.
    fileprivate var pictureSize: ToldSize? {
        guard let width = number(in: .width), let height = number(in: .height) else { return nil }
        return ToldSize(width: width, height: height)
    }

    private func number(in field: CatalogueField) -> Double? {
        let text = self.text(of: field)
        guard has(field), text.count <= field.maximumByteCount,
            let number = Double(String(decoding: text, as: UTF8.self)), number.isFinite, number > 0
        else { return nil }
        return number
    }
}
