/// Reads a document as a plan says, as it arrives: the values at known paths become rows.
///
/// A path that the plan does not know is judged when it appears, by the same evidence.
struct ShapeReader {
    /// The line of the next value or key, if the format counts lines.
    var line: Int?
    var plan: ShapePlan
    var fields: ShapeFields
    var found = ShapeRows()
    /// Finds the pictures in a text.
    let readsPictures: MarkupText.ReadsPictures?

    var frames: [ShapeFrame] = []
    private var skipped = 0
    private var serial = 0
    /// The key just read in an object whose keys are names.
    private var name: [UInt8] = []
    var lateCount = 0
    /// Rows of the outermost value that is open.
    private var rowCount = 0
    /// Whether several outermost values follow each other.
    private var hasSeveral: Bool { plan.tree[ShapeTree.root].tally.objects > 1 }

    /// The most rows held back until the record around them ends.
    private static let maximumHeldCount = 64
    /// The most paths judged after the decision: each may cost a look at all paths.
    static let maximumLateCount = 512

    init(_ plan: ShapePlan, readsPictures: MarkupText.ReadsPictures? = nil) {
        self.plan = plan
        self.readsPictures = readsPictures
        fields = ShapeFields(plan)
    }

    var isAtEnd: Bool { frames.isEmpty && skipped == 0 }

    // MARK: Events

    mutating func start(isArray: Bool) {
        guard skipped == 0 else {
            skipped += 1
            return
        }
        if frames.isEmpty { rowCount = 0 }
        let node = frames.isEmpty ? ShapeTree.root : value()
        guard node >= 0 else {
            skipped = 1
            return
        }
        let index = frames.count
        let (isHome, isFieldHome) = (plan.isHome[Int(node)], plan.isFieldHome[Int(node)])
        let outer = frames.last
        serial += 1
        frames.append(
            ShapeFrame(
                node: node, isArray: isArray, serial: serial, home: isHome ? index : outer?.home ?? 0,
                fieldHome: isFieldHome ? index : outer?.fieldHome ?? 0, rows: found.rows.count,
                line: UInt32(clamping: line ?? 0)))
        if !name.isEmpty {
            if !NameMaps.isNumber(name) {
                name.withUnsafeBytes {
                    found.add(.name, rank: ShapeFields.keyRank, $0, frame: frames[index].fieldHome)
                }
            }
            name.removeAll(keepingCapacity: true)
        }
    }

    mutating func key(_ utf8: UnsafeRawBufferPointer) {
        guard skipped == 0, let top = frames.indices.last else { return }
        let node = frames[top].node
        let child = plan.tree.child(of: node, utf8, after: frames[top].last)
        frames[top].last = child
        noteNewNodes()
        name.removeAll(keepingCapacity: true)
        if plan.tree[node].isMap {
            name.append(contentsOf: utf8.prefix(Catalogue.maximumNameByteCount))
        }
    }

    mutating func string(_ utf8: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder)
        throws(CatalogueFailure)
    {
        guard skipped == 0, !frames.isEmpty else { return }
        let node = value()
        guard node >= 0 else { return }
        if plan.roles[Int(node)] == .undecided { decide(node, utf8) }
        switch plan.roles[Int(node)] {
        case .undecided, .useless: break
        case .photo(let address): try addPhoto(address, node, utf8, into: &builder)
        case .field(let field, let rank): addField(field, rank, utf8)
        case .title:
            if builder.facts.title == nil, !utf8.isEmpty {
                let text = utf8.prefix(CatalogueField.author.maximumByteCount)
                builder.facts.title = String(decoding: text, as: UTF8.self)
            }
        case .type(let isStrict): noteType(utf8, isStrict: isStrict)
        case .status: noteStatus(utf8)
        case .use:
            if let top = frames.last, KeySense.namesThumbnails(utf8) { frames[top.fieldHome].isSmall = true }
        case .duration: noteDuration(utf8)
        }
        if plan.markup[Int(node)] >= 0 { addPictures(of: utf8, record: Int(plan.markup[Int(node)])) }
        if plan.tree[node].key.elementsEqual("id".utf8), let frame = frames.last {
            found.dropKeyName(utf8, frame: frame.fieldHome)
        }
        noteSize(node, utf8)
        name.removeAll(keepingCapacity: true)
    }

    mutating func scalar(_ utf8: UnsafeRawBufferPointer?) {
        guard skipped == 0, !frames.isEmpty else { return }
        let node = value()
        name.removeAll(keepingCapacity: true)
        guard node >= 0, let utf8 else { return }
        if plan.roles[Int(node)] == .undecided, let role = fields.role(of: node, in: plan.tree) {
            plan.roles[Int(node)] = role
        }
        if case .field(let field, let rank) = plan.roles[Int(node)], !field.isURL, field != .name {
            addField(field, rank, utf8)
        }
        if plan.roles[Int(node)] == .duration { noteDuration(utf8) }
        if let top = frames.indices.last, frames[top].isArray, frames[top].numbers.count < 3,
            let number = PictureSize.pixels(utf8)
        {
            frames[top].numbers.append(number)
        }
        noteSize(node, utf8)
    }

    mutating func end(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        guard skipped == 0 else {
            skipped -= 1
            return
        }
        name.removeAll(keepingCapacity: true)
        guard let frame = frames.last else { return }
        let index = frames.count - 1
        for (side, pixels, node) in frame.sides {
            found.setSide(side, pixels, node: node, owner: frame.serial)
        }
        if frame.scale > 0 { found.setScale(frame.scale, owner: frame.serial) }
        if frame.width > 0, frame.height > 0 {
            let isSize = frame.width == frame.height && plan.tree[frame.node].isStar
            found.setSize(width: frame.width, height: frame.height, owner: frame.serial, ofAll: isSize)
        } else if frame.width > 0 {
            found.setLonger(frame.width, owner: frame.serial)
        }
        // `["1.jpg", [1600, 1067]]`
        if frame.isArray, frame.numbers.count == 2, index > 0, frames[index - 1].isArray, frame.numbers.min() ?? 0 > 0 {
            found.setSize(width: frame.numbers[0], height: frame.numbers[1], owner: frames[index - 1].serial)
        }
        if frame.fieldHome == index || frame.home == index { endHome(frame, index) }
        frames.removeLast()
        if index == 0 || frame.home == index && frames.last?.home == 0 {
            try flush(into: &builder)
        } else if found.rows.count >= Self.maximumHeldCount {
            try flushEarly(into: &builder)
        }
    }

    /// The document ends early: makes rows of what is open.
    mutating func breakOff(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        skipped = 0
        while !frames.isEmpty { try end(into: &builder) }
    }

    // MARK: Records

    private mutating func endHome(_ frame: ShapeFrame, _ index: Int) {
        if frame.home == index {
            found.makeRow(frame: index, line: frame.line, isPictureByType: frame.isPicture)
            found.dropShownTwice(from: frame.rows, isRecord: plan.markupHomes.contains(frame.node))
        }
        // Stills of a film are no photos.
        if frame.hasDuration, frame.rows < found.rows.count {
            let kept = found.rows[frame.rows...].filter { !$0.isSmall }
            found.rows.replaceSubrange(frame.rows..., with: kept)
        }
        // Thumbnails in a group of their own are those of the photos before them.
        let isRepeated = frame.isSmall && (rowCount > 0 || frame.rows > 0)
        if frame.isOther || isRepeated && frame.rows <= found.rows.count {
            found.rows.removeSubrange(frame.rows...)
        } else if index > 0 || hasSeveral {
            keepBest(of: frame)
        } else {
            dropCover(of: frame)
        }
        if frame.fieldHome == index { found.fill(from: frame.rows, frame: index, isEnd: true) }
    }

    /// Of rows from several kinds of records in one record, those with the best evidence count.
    private mutating func keepBest(of frame: ShapeFrame) {
        guard found.rows.count > frame.rows + 1 || frame.wasFlushed else { return }
        let own = found.rows[frame.rows...]
        if frame.wasFlushed {
            found.rows.removeSubrange(frame.rows...)
            found.rows += own.filter { plan.records[$0.record] != frame.node }
            return
        }
        // A thumbnail alone is the photo only if there is no other.
        let order = { (row: ShapeRows.Row) in
            row.record + (row.isSmall ? ShapeDecision.maximumRecordCount : 0)
        }
        let main = own.filter { !plan.isMore[$0.record] }
        guard let best = (main.isEmpty ? Array(own) : main).min(by: { order($0) < order($1) })?.record,
            own.contains(where: { $0.record != best })
        else { return }
        let kept =
            own.filter { $0.record == best } + own.filter { $0.record != best && plan.isMore[$0.record] }
        found.rows.removeSubrange(frame.rows...)
        found.rows += kept
    }

    /// The picture of the whole is its cover, if there are others.
    private mutating func dropCover(of frame: ShapeFrame) {
        guard let last = found.rows.last, plan.records[last.record] == ShapeTree.root else { return }
        if rowCount + found.rows.count > 1, !plan.isMore.contains(true) {
            found.rows.removeLast()
        } else if found.rows.count > 1 {
            found.rows.insert(found.rows.removeLast(), at: 0)
        }
    }

    private mutating func flush(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        // A whole with pictures of its own puts them first.
        if !frames.isEmpty, plan.records.contains(ShapeTree.root),
            found.rows.count < Self.maximumHeldCount
        {
            return
        }
        rowCount += found.rows.count
        try found.flush(into: &builder)
    }

    private mutating func flushEarly(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        for index in frames.indices.reversed() where frames[index].fieldHome == index {
            found.fill(from: 0, frame: index, isEnd: false)
        }
        for index in frames.indices { (frames[index].wasFlushed, frames[index].rows) = (true, 0) }
        rowCount += found.rows.count
        try found.flush(into: &builder)
    }

    // MARK: Values

    /// The node of the value that begins; -1 if it is ignored.
    private mutating func value() -> Int32 {
        guard let top = frames.indices.last else { return -1 }
        guard frames[top].isArray else { return frames[top].last }
        let star = plan.tree.star(of: frames[top].node)
        noteNewNodes()
        return star
    }

    private mutating func addPhoto(
        _ address: ShapeAddress, _ node: Int32, _ utf8: UnsafeRawBufferPointer,
        into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        let sense = plan.tree[node].sense
        if sense.isName || sense.isFile && FileNames.isPlain(utf8), !LocationDetection.isAbsolute(utf8) {
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
        guard look.isAddress, look != .absoluteOther else { return addPage(node, look, utf8) }
        guard look != .relativePicture || LocationDetection.namesPicture(utf8) else { return }
        let top = frames.count - 1
        let sense = plan.tree[node].sense
        let isCertain = look.showsPicture || look == .absoluteHint || sense.picture > 0 || address.size != nil
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
            let size = plan.tree[node].isStar ? PictureSize.width(in: utf8) : nil
            let place = ShapeRows.Place(node: node, frame: frames[top].home, owner: frames[top].serial)
            if isShown, plan.tree[node].sense.isImageService, look == .absolute, let service = Self.service(utf8) {
                service.withUnsafeBytes { found.addAddress(address, $0, at: place, size: PictureSize.whole) }
            } else {
                let sureness: ShapeRows.Sureness = !isShown ? .none : isCertain ? .certain : .likely
                found.addAddress(address, utf8, at: place, size: size, sureness)
            }
        }
    }

    /// The whole picture of an image service at this address; nil if it is a manifest, or a picture already
    /// (https://iiif.io/api/image/2.1/#image-request-parameters).
    private static func service(_ utf8: UnsafeRawBufferPointer) -> [UInt8]? {
        var base = utf8[...]
        if base.suffix(10).elementsEqual("/info.json".utf8) { base = base.dropLast(10) }
        while base.last == UInt8(ascii: "/") { base = base.dropLast() }
        let isManifest = base.suffix(9).elementsEqual("/manifest".utf8) || base.suffix(5).elementsEqual(".json".utf8)
        return isManifest ? nil : Array(base) + "/full/max/0/default.jpg".utf8
    }

    /// An address that could be a photo's and is none is that of a page, if its key names one.
    private mutating func addPage(_ node: Int32, _ look: AddressLook, _ utf8: UnsafeRawBufferPointer) {
        guard look == .absolute || look == .absoluteOther, !plan.tree[node].isStar, let top = frames.last,
            frames[(top.fieldHome + 1)...].allSatisfy({ plan.tree[$0.node].sense.isWrapper }),
            let rank = ShapeFields.pageRank(plan.tree[node])
        else { return }
        addField(.page, UInt8(clamping: rank), utf8)
    }

    private mutating func noteDuration(_ utf8: UnsafeRawBufferPointer) {
        guard let top = frames.last, utf8.contains(where: { (0x31...0x39).contains($0) }) else { return }
        frames[top.fieldHome].hasDuration = true
    }

    private mutating func addField(
        _ field: CatalogueField, _ rank: UInt8, _ utf8: UnsafeRawBufferPointer
    ) {
        guard !utf8.isEmpty, let top = frames.last else { return }
        // A file's name is a name only if there is no other.
        let isFileName = field == .name && LocationDetection.namesPicture(utf8)
        let rank = isFileName ? max(rank, ShapeFields.fileNameRank) : rank
        if field == .page, !AddressLook(utf8).isAddress { return }
        if field == .name, LocationDetection.isAbsolute(utf8) { return }
        found.add(field, rank: rank, utf8, frame: top.fieldHome)
    }

    private mutating func noteType(_ utf8: UnsafeRawBufferPointer, isStrict: Bool) {
        guard let top = frames.last, !utf8.isEmpty else { return }
        let type = PictureType(utf8)
        if type == .picture { frames[top.fieldHome].isPicture = true }
        guard type == .other || type == nil && isStrict else { return }
        frames[top.fieldHome].isOther = true
    }

    /// `HTTP/1.1 404 Not Found`: the record is of what is no longer there.
    private mutating func noteStatus(_ utf8: UnsafeRawBufferPointer) {
        guard let top = frames.last, utf8.starts(with: "HTTP/".utf8),
            let code = utf8.split(separator: 0x20).dropFirst().first, code.count == 3,
            code.first == UInt8(ascii: "4") || code.first == UInt8(ascii: "5")
        else { return }
        frames[top.fieldHome].isOther = true
    }

    private mutating func noteSize(_ node: Int32, _ utf8: UnsafeRawBufferPointer) {
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
        if known == .byteCount, plan.tree[frames[top].node].isStar, frames[top].width == 0,
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
