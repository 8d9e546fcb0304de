/// What an item's pictures are taken for, told for a trace.
extension FeedItem {
    /// Why a picture at that address is no photo; nil if it may be one. Pictures with the keys `repeated` adorn items.
    static func refusal(of address: [UInt8], _ repeated: Set<[UInt8]>) -> PictureRefusal? {
        let evidence = PageOrnament.evidence(ofAddress: address)
        if evidence.isEnough { return .ornament(evidence) }
        return !repeated.isEmpty && repeated.contains(PictureSameness.key(of: address)) ? .inManyItems : nil
    }

    /// Why a file that it names is none of the `chosen` ones; nil if it is one, or the same photo in another size.
    private func refusal(of file: FeedMedia, _ chosen: [FeedMedia], _ repeated: Set<[UInt8]>) -> PictureRefusal? {
        if let refusal = Self.refusal(of: file.location, repeated) { return refusal }
        if !file.isPicture { return .noPicture(type: String(decoding: file.type.prefix(64), as: UTF8.self)) }
        guard let best = chosen.first, best.source != file.source else { return nil }
        return .outranked(best.source)
    }

    /// Notes what was left out of its pictures, of which the `chosen` files are photos.
    func noteLeft(_ chosen: [FeedMedia], _ repeated: Set<[UInt8]>, in trace: inout PictureTrace) {
        trace.add(self.trace, line: line)
        for file in contents + enclosures {
            if let refusal = refusal(of: file, chosen, repeated) { trace.leave(file.location, line: line, refusal) }
        }
        for picture in pictures {
            let refusal = Self.refusal(of: picture.location, repeated) ?? chosen.first.map { .outranked($0.source) }
            if let refusal { trace.leave(picture.location, line: line, refusal) }
        }
        let artwork = artwork.isEmpty ? nil : Self.refusal(of: artwork, repeated)
        if let artwork { trace.leave(self.artwork, line: line, artwork) }
    }
}
