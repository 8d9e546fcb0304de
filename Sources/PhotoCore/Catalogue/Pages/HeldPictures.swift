/// The last photos of a page, held until it is clear that what follows says nothing more of them: a second mention, a
/// caption, the name in a link below.
struct HeldPictures {
    private struct Held {
        var picture: PagePicture
        /// Hashes of what its addresses have in common with others of the same photo; the first is the location's.
        var keys: [Int]

        /// Whether it is the same photo as one with which it shares an address: a small picture alone may be shared by
        /// any number of photos.
        func isSamePhoto(as other: Held) -> Bool {
            if other.keys.contains(where: { $0 == keys.first }) || keys.contains(where: { $0 == other.keys.first }) {
                return true
            }
            return PictureSameness.differInSizeOnly(picture.location, other.picture.location)
        }
    }
    private var held: [Held] = []
    /// Hashes of what stands for several photos: it is no thumbnail of any of them.
    private var signs: Set<Int> = []
    /// The number of photos before those that are held.
    private var before = 0

    /// As many as lie between a photo and what belongs to it on real pages; each takes a few hundred bytes.
    private static let most = 16

    /// The number of the next photo.
    var next: Int { before + held.count }
    var isEmpty: Bool { held.isEmpty }

    /// Adds a mention, and returns the picture that is held no longer.
    mutating func add(_ picture: PagePicture) -> PagePicture? {
        var new = Held(picture: picture, keys: [])
        Self.leave(signs, in: &new)
        while let known = held.lastIndex(where: { held in new.keys.contains { held.keys.contains($0) } }) {
            if new.isSamePhoto(as: held[known]) {
                held[known].picture.merge(new.picture)
                Self.leave(signs, in: &held[known])
                return nil
            }
            signs.formUnion(new.keys.filter { held[known].keys.contains($0) })
            Self.leave(signs, in: &held[known])
            Self.leave(signs, in: &new)
        }
        held.append(new)
        if held.count <= Self.most { return nil }
        before += 1
        return held.removeFirst().picture
    }

    /// What stands for several photos is no thumbnail, and makes no two mentions one photo.
    private static func leave(_ signs: Set<Int>, in held: inout Held) {
        let key = { (address: [UInt8]) in PictureSameness.key(of: address).hashValue }
        held.picture.leaveThumbnails { signs.contains(key($0)) }
        let others = held.picture.locations.dropFirst().map(key).filter { !signs.contains($0) }
        held.keys = [key(held.picture.location)] + others
    }

    /// All pictures that are held.
    mutating func takeAll() -> [PagePicture] {
        before += held.count
        defer { held.removeAll() }
        return held.map(\.picture)
    }

    /// A text that is linked to the page of a photo, or to it, names it if nothing else does.
    mutating func name(_ text: [UInt8], linkedTo location: [UInt8]) {
        guard let index = held.lastIndex(where: { $0.picture.page == location }), held[index].picture.name.isEmpty
        else {
            return
        }
        let words = PageText.collapsed(text)
        if !words.isEmpty, !PageText.isSign(words) { held[index].picture.name = words }
    }

    /// A text names the photo with that number, if it is held and nothing else names it.
    mutating func name(_ text: [UInt8], at number: Int) {
        let index = number - before
        guard held.indices.contains(index), held[index].picture.name.isEmpty else { return }
        held[index].picture.name = text
    }

    /// A caption names the photos from that number on, if nothing else does; else it describes them.
    mutating func name(_ caption: [UInt8], from number: Int) {
        guard !caption.isEmpty else { return }
        for index in held.indices where before + index >= number {
            if held[index].picture.name.isEmpty {
                held[index].picture.name = caption
            } else if held[index].picture.description.isEmpty, held[index].picture.name != caption {
                held[index].picture.description = caption
            }
        }
    }
}
