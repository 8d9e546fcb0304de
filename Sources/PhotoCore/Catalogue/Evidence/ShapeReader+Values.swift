/// The values of a document: addresses of photos, fields, and what says how large or of what kind a picture is.
extension ShapeReader {
    /// The node of the value that begins; -1 if it is ignored.
    mutating func value() -> Int32 {
        guard let top = frames.indices.last else { return -1 }
        guard frames[top].isArray else { return frames[top].last }
        let star = plan.tree.star(of: frames[top].node)
        noteNewNodes()
        return star
    }

    /// The frame of the innermost object whose fields count; nil outside of the document. A copy of the frame would
    /// count references.
    private var fieldHome: Int? { frames.indices.last.map { frames[$0].fieldHome } }

    mutating func addPhoto(
        _ address: ShapeAddress, _ node: Int32, _ utf8: UnsafeRawBufferPointer,
        into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        if plan.tree[node].sense.isName || plan.tree[node].sense.isFile && FileNames.isPlain(utf8),
            !LocationDetection.isAbsolute(utf8)
        {
            return try FileNames.encoded(utf8).withUnsafeBytesTyped { (name) throws(CatalogueFailure) in
                try addPhoto(address, node, look: .relativePicture, name, into: &builder)
            }
        }
        try addPhoto(address, node, look: AddressLook(utf8), utf8, into: &builder)
    }

    private mutating func addPhoto(
        _ address: ShapeAddress, _ node: Int32, look: AddressLook, _ utf8: UnsafeRawBufferPointer,
        into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        guard look.isAddress, look != .absoluteOther else {
            // What the thumbnail next to it shows is a still.
            if look == .absoluteOther, address.making == .itself, plan.records[address.record] != node,
                AddressLook.isFilm(utf8)
            {
                frames[frames[frames.count - 1].home].hasDuration = true
            }
            return addPage(node, look, utf8)
        }
        guard look != .relativePicture || LocationDetection.namesPicture(utf8) else { return }
        let top = frames.count - 1
        let namesPicture = plan.tree[node].sense.picture > 0
        let isCertain =
            look.showsPicture || look == .absoluteHint || namesPicture || address.size != nil || address.endsWithSize
        let isShown = look.showsPicture || look == .absoluteHint || !address.mustShowPicture
        if !isShown || !isCertain { addPage(node, look, utf8) }
        if plan.records[address.record] == node {
            if !isShown { return }
            let line = UInt32(clamping: line ?? 0)
            found.makeRow(
                of: utf8, record: address.record, line: line, name: NameMaps.isNumber(name) ? nil : name)
            if frames[top].home == 0 {
                try flush(into: &builder)
            } else if found.rows.count >= Self.maximumHeldCount {
                try flushEarly(into: &builder)
            }
        } else {
            // Sizes in a list of addresses have no keys.
            var size = plan.tree[node].isStar ? PictureSize.width(in: utf8) : nil
            if size == nil, address.endsWithSize { size = PictureSize.ofLastPart(utf8) }
            let owner = frames[max(0, top - address.depth)].serial
            let place = ShapeRows.Place(node: node, frame: frames[top].home, owner: owner)
            if isShown, plan.tree[node].sense.isImageService, let service = Self.service(utf8, look) {
                service.withUnsafeBytes { found.addAddress(address, $0, at: place, size: PictureSize.whole) }
            } else {
                let sureness: ShapeRows.Sureness = !isShown ? .none : isCertain ? .certain : .likely
                found.addAddress(address, utf8, at: place, size: size, sureness)
            }
        }
    }

    /// The whole picture of an image service at this address; nil if it is a manifest, or a picture already
    /// (https://iiif.io/api/image/2.1/#image-request-parameters).
    private static func service(_ utf8: UnsafeRawBufferPointer, _ look: AddressLook) -> [UInt8]? {
        // A picture's ending is that of the file which the service reads, if the address says that it is one.
        let isFile = look == .absolutePicture && String(decoding: utf8, as: UTF8.self).lowercased().contains("iiif")
        guard look == .absolute || isFile else { return nil }
        var base = utf8[...]
        if base.suffix(10).elementsEqual("/info.json".utf8) { base = base.dropLast(10) }
        while base.last == UInt8(ascii: "/") { base = base.dropLast() }
        let isManifest = base.suffix(9).elementsEqual("/manifest".utf8) || base.suffix(5).elementsEqual(".json".utf8)
        return isManifest || isRequest(base) ? nil : Array(base) + "/full/max/0/default.jpg".utf8
    }

    /// Whether an address asks a service for a picture already: `/full/max/0/default.jpg`.
    private static func isRequest(_ address: Slice<UnsafeRawBufferPointer>) -> Bool {
        let name = address.suffix(longestQuality)
        guard let slash = name.lastIndex(of: UInt8(ascii: "/")) else { return false }
        return qualities.contains { name[slash...].dropFirst().starts(with: $0.utf8) }
    }

    /// As long as `/bitonal.jpeg`, and more.
    private static let longestQuality = 16
    private static let qualities = ["default.", "native.", "color.", "gray.", "grey.", "bitonal."]

    /// An address that could be a photo's and is none is that of a page, if its key names one.
    private mutating func addPage(_ node: Int32, _ look: AddressLook, _ utf8: UnsafeRawBufferPointer) {
        guard look == .absolute || look == .absoluteOther, !plan.tree[node].isStar, let home = fieldHome,
            frames[(home + 1)...].allSatisfy({ plan.tree[$0.node].sense.isWrapper }),
            let rank = ShapeFields.pageRank(plan.tree[node])
        else { return }
        addField(.page, UInt8(clamping: rank), utf8)
    }

    mutating func noteDuration(_ utf8: UnsafeRawBufferPointer) {
        guard let home = fieldHome, utf8.contains(where: { (0x31...0x39).contains($0) }) else { return }
        frames[home].hasDuration = true
    }

    mutating func addField(
        _ field: CatalogueField, _ rank: UInt8, _ utf8: UnsafeRawBufferPointer
    ) {
        guard !utf8.isEmpty, let home = fieldHome else { return }
        // A file's name is a name only if there is no other.
        let isFileName = field == .name && LocationDetection.namesPicture(utf8)
        let rank = isFileName ? max(rank, ShapeFields.fileNameRank) : rank
        if field == .page, !AddressLook(utf8).isAddress { return }
        if field == .name, LocationDetection.isAbsolute(utf8) { return }
        found.add(field, rank: rank, utf8, frame: home)
    }

    mutating func noteType(_ utf8: UnsafeRawBufferPointer, isStrict: Bool) {
        guard let home = fieldHome, !utf8.isEmpty else { return }
        let type = PictureType(utf8)
        // A list of people alone shows portraits.
        if plan.hasSeveralTypes, type == nil, Self.isUser(utf8) {
            frames[home].isOther = true
            return
        }
        if type == .picture { frames[home].isPicture = true }
        if type == .picture || type == .kind, let top = frames.indices.last { frames[frames[top].home].hasType = true }
        guard type == .other || type == nil && isStrict else { return }
        // What a poster belongs to may be a film: it is no still.
        if plan.showsWorks, utf8.elementsEqual("movie".utf8) || utf8.elementsEqual("Movie".utf8) { return }
        frames[home].isOther = true
    }

    /// Whether a record's type says that it is one of a service's users.
    private static func isUser(_ type: UnsafeRawBufferPointer) -> Bool {
        type.count <= longestUser && users.contains(String(decoding: type, as: UTF8.self).lowercased())
    }

    private static let users: Set<String> = ["user", "users"]
    /// As long as the longest of them.
    private static let longestUser = 8

    /// "small" in a list of sizes: an estimate, unless numbers tell more.
    mutating func noteSizeName(_ utf8: UnsafeRawBufferPointer) {
        guard let top = frames.indices.last, frames[top].width == 0, let size = PictureSize.named(by: utf8) else {
            return
        }
        frames[top].width = size
    }

    /// `HTTP/1.1 404 Not Found`: the record is of what is no longer there.
    mutating func noteStatus(_ utf8: UnsafeRawBufferPointer) {
        guard let home = fieldHome, utf8.starts(with: "HTTP/".utf8),
            let code = utf8.split(separator: 0x20).dropFirst().first, code.count == 3,
            code.first == UInt8(ascii: "4") || code.first == UInt8(ascii: "5")
        else { return }
        frames[home].isOther = true
    }

    mutating func noteSize(_ node: Int32, _ utf8: UnsafeRawBufferPointer) {
        let top = frames.count - 1
        if plan.sizeOf[Int(node)] >= 0, let side = plan.tree[node].sense.side,
            let number = PictureSize.pixels(utf8)
        {
            frames[top].sides.append((side, number, plan.sizeOf[Int(node)]))
        }
        guard plan.isSized[Int(frames[top].node)], let known = plan.tree[node].sense.known else {
            return
        }
        if known == .scale { return frames[top].setScale(utf8) }
        if known == .resolution, let (width, height) = PictureSize.resolution(utf8) {
            (frames[top].width, frames[top].height) = (width, height)
        }
        guard let number = PictureSize.pixels(utf8) else { return }
        // In a list of sizes a size is the longer side; files are larger than that in bytes.
        if known == .byteCount, !plan.hasSizeNames, plan.tree[frames[top].node].isStar, frames[top].width == 0,
            number <= PictureSize.longestSide
        {
            (frames[top].width, frames[top].height) = (number, number)
        }
        switch known {
        case .width: frames[top].width = number
        case .height: frames[top].height = number
        default: break
        }
    }
}
