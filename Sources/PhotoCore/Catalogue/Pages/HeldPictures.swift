/// The last photos of a page, held until it is clear that what follows says nothing more of them: a second mention, a
/// caption, the name in a link below.
struct HeldPictures {
    private struct Held {
        var picture: PagePicture
        /// Hashes of what its addresses have in common with others of the same photo.
        var keys: [Int]
    }
    private var held: [Held] = []
    /// The number of photos before those that are held.
    private var before = 0

    /// As many as lie between a photo and what belongs to it on real pages; each takes a few hundred bytes.
    private static let most = 16

    /// The number of the next photo.
    var next: Int { before + held.count }
    var isEmpty: Bool { held.isEmpty }

    /// Adds a mention, and returns the picture that is held no longer.
    mutating func add(_ picture: PagePicture) -> PagePicture? {
        let keys = picture.locations.map { PictureSameness.key(of: $0).hashValue }
        if let known = held.lastIndex(where: { held in keys.contains { held.keys.contains($0) } }) {
            held[known].picture.merge(picture)
            held[known].keys = held[known].picture.locations.map { PictureSameness.key(of: $0).hashValue }
            return nil
        }
        held.append(Held(picture: picture, keys: keys))
        if held.count <= Self.most { return nil }
        before += 1
        return held.removeFirst().picture
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
