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
    var skipped = 0
    private var serial = 0
    /// The key just read in an object whose keys are names.
    private(set) var name: [UInt8] = []
    /// Of paths that were not seen at the decision.
    var judgements = LateJudgements()
    /// Whether rows are taken from ``found``, and none is handed over.
    var holdsRows = false
    /// Records of another shape; nil if they are left as they are.
    var later: LaterRecords?
    /// What records refer to elsewhere; nil if they refer to nothing.
    private var references: RecordReferences?
    /// The rows that several kinds of records may have; nil with one kind.
    private var repeated: RepeatedRows?
    /// Rows of the outermost value that is open.
    private(set) var rowCount = 0
    /// Whether several outermost values follow each other.
    var hasSeveral: Bool { plan.tree[ShapeTree.root].tally.objects > 1 }

    /// The most rows held back until the record around them ends.
    static let maximumHeldCount = 64

    /// With `grows`, later records of another shape are judged by evidence of their own; `origin` says where
    /// the document is from.
    init(
        _ plan: ShapePlan, readsPictures: MarkupText.ReadsPictures? = nil, grows: Bool = false,
        origin: DocumentOrigin = .server
    ) {
        self.plan = plan
        if grows { later = LaterRecords(after: plan, origin: origin, readsPictures: readsPictures) }
        self.readsPictures = readsPictures
        fields = ShapeFields(plan)
        found.hasSeries = plan.hasSeries
        references = RecordReferences(plan, waits: grows)
        repeated = RepeatedRows(plan)
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
        let index = frames.count
        guard node >= 0, index < ShapeTree.maximumNesting else {
            skipped = 1
            return
        }
        let (home, fieldHome) = index > 0 ? (frames[index - 1].home, frames[index - 1].fieldHome) : (0, 0)
        serial += 1
        frames.append(
            ShapeFrame(
                node: node, isArray: isArray, serial: serial, home: plan.isHome[Int(node)] ? index : home,
                fieldHome: plan.isFieldHome[Int(node)] ? index : fieldHome, rows: found.rows.count,
                line: UInt32(clamping: line ?? 0)))
        references?.begin(name)
        if !name.isEmpty {
            if let known = references?.name(of: name) {
                known.withUnsafeBytes {
                    found.add(.name, rank: ShapeFields.referenceRank, $0, frame: frames[index].fieldHome)
                }
            } else if !NameMaps.isNumber(name), !NamedReferences.isReference(name) {
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
        if frames[top].home == 0, references?.expands(node, utf8, in: plan.tree) == true { plan.tree.makeMap(node) }
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
        guard skipped == 0, let top = frames.indices.last else { return }
        let node = value()
        guard node >= 0 else { return }
        if references != nil {
            let home = frames[top].home
            references?.add(utf8, node, in: plan.tree, frame: home, record: frames[home].node, isOwn: home == top)
        }
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
            if KeySense.namesThumbnails(utf8) { frames[frames[top].fieldHome].isSmall = true }
        case .duration: noteDuration(utf8)
        case .sizeName: noteSizeName(utf8)
        }
        if plan.markup[Int(node)] >= 0 { addPictures(of: utf8, record: Int(plan.markup[Int(node)])) }
        if plan.tree[node].isID { found.dropKeyName(utf8, frame: frames[top].fieldHome) }
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
            found.setLonger(frame.width, owner: frame.serial, isEstimate: plan.hasSizeNames)
        }
        if frame.isArray, frame.numbers.count == 2, index > 0, frame.numbers.min() ?? 0 > 0 {
            if frames[index - 1].isArray {
                // `["1.jpg", [1600, 1067]]`
                found.setSize(width: frame.numbers[0], height: frame.numbers[1], owner: frames[index - 1].serial)
            } else if plan.isSized[Int(frames[index - 1].node)], plan.tree[frame.node].sense.known == .dimensions {
                // `{url: "1.jpg", dimensions: [1600, 1067]}`
                (frames[index - 1].width, frames[index - 1].height) = (frame.numbers[0], frame.numbers[1])
            }
        }
        let tree = frame.home == index ? tree(at: frame.node) : nil
        var within: ShapeRows.Within?
        if let tree { within = found.takeRows(of: tree, from: frame.rows) }
        let hadRows = frame.fieldHome == index || frame.home == index ? endHome(frame, index) : false
        if later?.innermost == index { endStored(frame, index, hadRows: hadRows, into: &builder) }
        if let within { found.putBack(within, from: frame.rows) }
        references?.end(
            &found, from: frame.wasFlushed ? nil : frame.rows, in: index > 0 ? frames[index - 1].node : nil)
        frames.removeLast()
        if index == 0 || frame.home == index && frames.last?.home == 0 {
            try flush(into: &builder)
        } else if found.rows.count >= Self.maximumHeldCount {
            try flushEarly(into: &builder)
        }
        if index == 0 { try references?.flush(into: &builder) }
    }

    /// The document ends early: makes rows of what is open.
    mutating func breakOff(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        try close(to: 0, into: &builder)
    }

    /// Ends what is open, but for as many outer arrays and objects.
    mutating func close(to depth: Int, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        skipped = 0
        while frames.count > depth { try end(into: &builder) }
    }

    // MARK: Records

    /// Returns whether it had rows, also if they are left out.
    private mutating func endHome(_ frame: ShapeFrame, _ index: Int) -> Bool {
        var isPage = false
        if frame.home == index {
            let (inner, count) = (references?.endRecord(frame: index) ?? [], found.rows.count)
            if frame.hasRow {
                found.dropAddresses(frame: index)
            } else {
                isPage = found.makeRow(
                    frame: index, line: frame.line, isPictureByType: frame.isPicture, hasType: frame.hasType)
            }
            if !inner.isEmpty, found.rows.count > count, index > 0, !plan.tree[frames[index - 1].node].isMap {
                found.rows[count].references = inner
            }
            found.dropShownTwice(from: frame.rows, isRecord: plan.markupHomes.contains(frame.node))
        }
        let hadRows = frame.rows < found.rows.count || isPage
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
        return hadRows
    }

    /// Of rows from several kinds of records in one record, those with the best evidence count.
    private mutating func keepBest(of frame: ShapeFrame) {
        guard found.rows.count > frame.rows + 1 || frame.wasFlushed else { return }
        let own = found.rows[frame.rows...]
        if frame.wasFlushed {
            // Records within this one are no pictures of it.
            if tree(at: frame.node) != nil { return }
            found.rows.removeSubrange(frame.rows...)
            found.rows += own.filter { plan.records[$0.record] != frame.node || $0.isLater }
            return
        }
        // A thumbnail alone is the photo only if there is no other.
        let order = { (row: ShapeRows.Row) in
            row.record + (row.isSmall ? ShapeDecision.maximumRecordCount : 0)
        }
        let hasGallery = own.contains { isOfGallery($0) && !$0.isSmall }
        let main = own.filter { !plan.isMore[$0.record] && !$0.isLater && !(hasGallery && $0.isSmall) }
        guard let best = (main.isEmpty ? Array(own) : main).min(by: { order($0) < order($1) })?.record,
            own.contains(where: { $0.record != best && !$0.isLater })
        else { return }
        let isMore = plan.isMore
        let isKept = { (row: ShapeRows.Row) in row.record == best || row.isLater || isMore[row.record] }
        // Records within this one have put their own pictures first.
        let isWithin =
            plan.records[best] != frame.node && own.contains { isMore[$0.record] && lies($0.record, within: best) }
        let kept =
            isWithin
            ? own.filter(isKept)
            : found.joined(
                own.filter { $0.record == best || $0.isLater },
                own.filter { $0.record != best && !$0.isLater && isKept($0) })
        found.rows.removeSubrange(frame.rows...)
        found.rows += kept
    }

    /// Whether a row is of a list of pictures, each of its own.
    private func isOfGallery(_ row: ShapeRows.Row) -> Bool {
        guard !row.isLater, plan.isMore[row.record], plan.records[row.record] > 0 else { return false }
        return plan.tree[plan.tree.name(of: plan.records[row.record])].sense.isGallery
    }

    /// Whether records of one kind lie in those of another.
    private func lies(_ record: Int, within other: Int) -> Bool {
        let outer = plan.records[other]
        var node = plan.records[record]
        guard record != other, outer > 0 else { return false }
        while node > outer { node = plan.tree[node].parent }
        return node == outer
    }

    /// The picture of the whole is its cover, if there are others.
    private mutating func dropCover(of frame: ShapeFrame) {
        let isOwn = { [records = plan.records] (row: ShapeRows.Row) in
            row.record >= 0 && records[row.record] == ShapeTree.root && !row.isLater
        }
        guard let last = found.rows.last, isOwn(last) else { return }
        let own = found.rows.filter(isOwn)
        if rowCount == 0, own.count == found.rows.count { return }
        found.rows.removeAll(where: isOwn)
        if plan.isMore.contains(true) || tree(at: ShapeTree.root) != nil { found.rows.insert(contentsOf: own, at: 0) }
    }

    mutating func flush(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        if holdsRows { return }
        // A whole with pictures of its own puts them first.
        if !frames.isEmpty, plan.records.contains(ShapeTree.root) {
            if found.rows.count < Self.maximumHeldCount { return }
            if tree(at: ShapeTree.root) != nil { return try flushEarly(into: &builder) }
        }
        try handOver(into: &builder)
    }

    mutating func flushEarly(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        if holdsRows { return }
        for index in frames.indices.reversed() {
            if frames[index].home == index { putFirst(index) }
            if frames[index].fieldHome == index { fillEarly(index) }
        }
        for index in frames.indices { (frames[index].wasFlushed, frames[index].rows) = (true, 0) }
        try handOver(into: &builder)
    }

    /// Makes a row of a record's own picture before the first rows of its gallery are handed over.
    private mutating func putFirst(_ index: Int) {
        let frame = frames[index]
        if tree(at: frame.node) != nil { return putOwnFirst(index) }
        guard !frame.wasFlushed, index > 0 || hasSeveral, frame.rows < found.rows.count,
            found.rows[frame.rows...].allSatisfy({ !$0.isLater && plan.isMore[$0.record] })
        else { return }
        let isOther = found.makeRow(
            frame: index, line: frame.line, isPictureByType: frame.isPicture, hasType: frame.hasType)
        if !isOther { keepBest(of: frame) }
    }

    /// Drops rows whose photo a row of another kind of record has shown.
    private mutating func dropRepeated() {
        guard var known = repeated else { return }
        repeated = nil
        let location = Int(CatalogueField.location.rawValue)
        let kept = found.rows.filter { row in
            if row.isFromText { return true }
            let text = row.fields[location]
            return !found.buffer[text.start..<text.end].withUnsafeBytes {
                known.isRepeated($0, kind: row.isLater ? nil : row.record)
            }
        }
        repeated = known
        if kept.count < found.rows.count { found.rows = kept }
    }

    private mutating func handOver(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        dropRepeated()
        rowCount += found.rows.count
        if references == nil { return try found.flush(into: &builder) }
        try references?.handOver(&found, into: &builder)
    }
}
