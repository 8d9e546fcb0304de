/// The photos in the records of a script's data that name what they are: a title, a thumbnail, an
/// image. Also lists of an address and its width and height.
///
/// What a person, a publisher or a logo has is left out.
struct RecordPhotos {
    private struct Frame {
        var isObject: Bool
        /// The key under which it stands, also through lists.
        var key: [UInt8]
        var isExcluded: Bool
        var members: [DataValue] = []
        var name: [UInt8] = []
        /// The first values of a list.
        var values: [(kind: EventTape.Kind, text: [UInt8])] = []
        /// The photos within.
        var photos: [PagePicture] = []
    }
    private var frames: [Frame] = []
    private var key: [UInt8] = []
    private(set) var photos: [PagePicture] = []

    /// More photos than the data of any page has, and more values of one record.
    private static let most = 100_000
    private static let mostMembers = 256
    private static let sides = 100...30_000

    init(_ literal: ScriptLiteral) {
        do throws(CatalogueFailure) {
            try literal.forEach { (kind, text) throws(CatalogueFailure) in take(kind, text) }
        } catch {
            // It throws nothing.
        }
    }

    private mutating func take(_ kind: EventTape.Kind, _ text: [UInt8]) {
        switch kind {
        case .startObject, .startArray:
            let outer = frames.last
            let name = outer?.isObject == false ? outer?.key ?? [] : key
            let isExcluded = outer?.isExcluded == true || Self.isExcluded(name)
            frames.append(Frame(isObject: kind == .startObject, key: name, isExcluded: isExcluded))
            key = []
        case .key: key = text
        case .string, .scalar: note(kind, text)
        case .endObject, .endArray:
            guard let frame = frames.popLast() else { return }
            end(frame)
        }
    }

    private mutating func note(_ kind: EventTape.Kind, _ text: [UInt8]) {
        guard let last = frames.indices.last else { return }
        guard frames[last].isObject else {
            if frames[last].values.count < Self.mostMembers { frames[last].values.append((kind, text)) }
            return
        }
        guard kind == .string, !text.isEmpty else { return }
        let word = String(decoding: key, as: UTF8.self).lowercased()
        if Self.names.contains(word), frames[last].name.isEmpty {
            // Services escape titles for their own pages.
            frames[last].name = PageText.withoutTags(Array(CharacterReferences.plain(text[...], onlyAmpersand: false)))
        }
        if frames[last].members.count < Self.mostMembers {
            frames[last].members.append(DataValue(name: key, value: text))
        }
    }

    private mutating func end(_ frame: Frame) {
        var found = frame.isExcluded ? [] : frame.isObject ? Self.photo(of: frame) : list(frame)
        found = frame.photos + found
        for index in found.indices where found[index].name.isEmpty { found[index].name = frame.name }
        guard let last = frames.indices.last else {
            photos += found
            return
        }
        frames[last].photos += found.prefix(max(0, Self.most - frames[last].photos.count))
    }

    /// The photo of a record, by the roles of its keys.
    private static func photo(of frame: Frame) -> [PagePicture] {
        var (full, source, small): ((Int, [UInt8])?, [UInt8]?, [UInt8]?)
        for member in frame.members {
            guard !isExcluded(member.name), let picture = member.picture else { continue }
            switch member.role {
            case .full(let rank): if rank > full?.0 ?? 0 { full = (rank, picture) }
            case .source: source = source ?? picture
            case .small: small = small ?? picture
            case .caption, .other: break
            }
        }
        guard let location = full?.1 ?? source else { return [] }
        return picture(location, thumbnail: small ?? source)
    }

    /// Addresses under a key for pictures, or an address with its size.
    private func list(_ frame: Frame) -> [PagePicture] {
        if frame.values.count >= 3, frame.values[0].kind == .string, LocationDetection.isAbsolute(frame.values[0].text),
            frame.values[1...2].allSatisfy({ value in
                value.kind == .scalar
                    && (Int(String(decoding: value.text, as: UTF8.self)).map(Self.sides.contains) ?? false)
            })
        {
            return Self.picture(frame.values[0].text, thumbnail: nil)
        }
        guard frames.last?.isObject == true, DataValue(name: frame.key, value: []).role == .source else { return [] }
        let addresses = frame.values.compactMap { value in
            value.kind == .string ? DataValue(name: frame.key, value: value.text).picture : nil
        }
        return Self.once(addresses).flatMap { Self.picture($0, thumbnail: nil) }
    }

    /// Each picture once, at its largest: search engines want one in several forms ("1x1", "4x3", "16x9").
    private static func once(_ addresses: [[UInt8]]) -> [[UInt8]] {
        var (pictures, places): ([(address: [UInt8], form: PictureForm)], [[[UInt8]]: Int]) = ([], [:])
        for address in addresses {
            let form = PictureForm(address, hasRatios: true)
            guard let known = places[form.key] else {
                places[form.key] = pictures.count
                pictures.append((address, form))
                continue
            }
            if form.isLarger(than: pictures[known].form) { pictures[known] = (address, form) }
        }
        return pictures.map(\.address)
    }

    private static func picture(_ location: [UInt8], thumbnail: [UInt8]?) -> [PagePicture] {
        guard PageOrnament.points(ofAddress: location) < 2 else { return [] }
        var picture = PagePicture(location: location)
        if let thumbnail, thumbnail != location { picture.thumbnail = thumbnail }
        return [picture]
    }

    private static let names: Set<String> = ["title", "name", "headline", "caption", "alt", "label"]

    private static func isExcluded(_ key: [UInt8]) -> Bool {
        PageWords.words(of: key).contains { persons.contains($0) }
    }

    private static let persons: Set<String> = [
        "author", "authors", "creator", "publisher", "logo", "brand", "review", "reviews", "comment", "comments",
        "contributor", "sponsor", "provider", "icon", "icons", "avatar", "profile", "user", "users", "related",
        "manifest",
        "favicon", "config", "theme", "placeholder", "banner", "background", "ads",
    ]
}
