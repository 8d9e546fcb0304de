/// Records of another shape: found after the decision.
extension ShapeReader {
    /// Takes an event.
    mutating func take(
        _ kind: EventTape.Kind, _ utf8: UnsafeRawBufferPointer?, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        guard later != nil else { return try read(kind, utf8, into: &builder) }
        switch kind {
        case .startObject, .startArray:
            let (depth, name) = (frames.count, self.name)
            start(isArray: kind == .startArray)
            if frames.count > depth, mayBeOther(depth) { later?.begin(frame: depth, name: name) }
            if let cut = later?.append(kind, nil, line: line) { addRows(of: cut, to: &builder) }
        default:
            if let cut = later?.append(kind, utf8, line: line) { addRows(of: cut, to: &builder) }
            try read(kind, utf8, into: &builder)
        }
    }

    /// Adds the rows of a record that is too long to be judged as a whole. What follows in it is judged path by path.
    private mutating func addRows(of cut: StoredRecord.Cut, to builder: inout CatalogueBuilder) {
        guard frames.indices.contains(cut.frame) else { return }
        let frame = frames[cut.frame]
        guard !frame.isOther, !frame.hasDuration, !frame.wasFlushed, frame.rows == found.rows.count,
            cut.frame > 0 || rowCount == 0
        else { return }
        var rows = laterRows(of: cut.events, cut.name, cut.frame, hasRows: false, &builder)
        found.adopt(&rows)
    }

    /// The rows of a stored record by evidence of its own.
    private mutating func laterRows(
        of events: EventTape, _ name: [UInt8], _ index: Int, hasRows: Bool, _ builder: inout CatalogueBuilder
    ) -> ShapeRows {
        let laterCount = plan.shape.later.count
        let record = ShapeGrowth.Record(
            events: events, name: name, holder: index > 0 ? frames[index - 1].node : ShapeTree.root,
            opening: opening(to: index), hasRows: hasRows, isOutermost: index == 0)
        let rows = later?.rows(of: record, &plan, isCancelled: builder.isCancelled) ?? ShapeRows()
        if plan.shape.later.count > laterCount { builder.shape = plan.shape }
        return rows
    }

    private mutating func read(
        _ kind: EventTape.Kind, _ utf8: UnsafeRawBufferPointer?, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        let text = utf8 ?? UnsafeRawBufferPointer(start: nil, count: 0)
        switch kind {
        case .startObject: start(isArray: false)
        case .key: key(text)
        case .endObject, .endArray: try end(into: &builder)
        case .startArray: start(isArray: true)
        case .string: try string(text, into: &builder)
        case .scalar: scalar(utf8)
        }
    }

    /// Reads stored events, for a reader that holds its rows. Then it ends what is open, but for as many outer arrays
    /// and objects as `depth` says.
    mutating func read(_ tape: EventTape, closing depth: Int?, into builder: inout CatalogueBuilder) {
        do throws(CatalogueFailure) {
            try tape.forEach { (event, text) throws(CatalogueFailure) in
                line = event.line > 0 ? Int(event.line) : nil
                try read(event.kind, event.text(text), into: &builder)
            }
            if let depth { try close(to: depth, into: &builder) }
        } catch {
            // Rows that are held do not fail.
        }
    }

    /// Whether a frame is that of a record by itself: one of the outermost ones, or one whose like has the photos.
    private func mayBeOther(_ index: Int) -> Bool {
        let frame = frames[index]
        guard frame.home == index else { return false }
        if index == 0 { return hasSeveral }
        return !hasSeveral && frames[index - 1].home == 0 || plan.records.contains(frame.node)
            || tree(at: frame.node) != nil
    }

    /// A record ends that is stored: without rows, it is judged again as a whole.
    mutating func endStored(
        _ frame: ShapeFrame, _ index: Int, hadRows: Bool, into builder: inout CatalogueBuilder
    ) {
        let isCut = liesInItsLike(frame, index)
        defer { later?.drop(isCut: isCut) }
        let own = frame.rows <= found.rows.count ? found.rows[frame.rows...] : []
        let isKnown = hadRows || index == 0 && rowCount > 0
        let mayHaveMore = !own.isEmpty && later?.hasOtherList == true
        guard !frame.isOther, !frame.hasDuration, !frame.wasFlushed, !isKnown || mayHaveMore,
            let (events, name) = later?.record
        else { return }
        var rows = laterRows(of: events, name, index, hasRows: !own.isEmpty, &builder)
        if own.isEmpty {
            found.adopt(&rows)
        } else if rows.rows.count > own.count || rows.thumbnailCount > own.count(where: { $0.has(.thumbnail) }),
            found.locations(of: own).isSubset(of: rows.locations(of: rows.rows[...]))
        {
            // A list of further pictures, or of sizes.
            found.rows.removeSubrange(frame.rows...)
            found.adopt(&rows)
        }
    }

    /// The events that open what holds a frame. Names are left out: they are those of what holds the record.
    private func opening(to index: Int) -> EventTape {
        var tape = EventTape()
        for (depth, frame) in frames[..<index].enumerated() {
            tape.append(frame.isArray ? .startArray : .startObject)
            // Each record has its own key there.
            let holdsNames = depth == index - 1 && plan.tree[frame.node].isMap
            guard !frame.isArray, frame.last >= 0, !holdsNames else { continue }
            plan.tree[frame.last].key.withUnsafeBytes { tape.append(.key, $0) }
        }
        return tape
    }
}

extension ShapeRows {
    /// Adds the rows of another reading of the same record.
    mutating func adopt(_ other: inout ShapeRows) {
        for row in other.rows {
            var own = Row(record: 0, line: row.line)
            (own.isNameWeak, own.isSmall, own.isFromText, own.isLater) = (row.isNameWeak, row.isSmall, false, true)
            own.isCaptionShared = row.isCaptionShared
            for field in row.fields.indices where !row.fields[field].isEmpty {
                let text = row.fields[field]
                own.fields[field] = other.buffer[text.start..<text.end].withUnsafeBytes { store($0, limit: $0.count) }
            }
            rows.append(own)
        }
        other.rows.removeAll()
    }

    /// The rows, which are forgotten here.
    mutating func takeRows() -> ShapeRows {
        var taken = ShapeRows()
        if !rows.isEmpty {
            (taken.rows, taken.buffer) = (rows, buffer)
            rows.removeAll()
        }
        compact()
        return taken
    }

    /// How many rows have a thumbnail.
    var thumbnailCount: Int { rows.count { $0.has(.thumbnail) } }

    /// The addresses of rows of this one.
    func locations(of rows: ArraySlice<Row>) -> Set<[UInt8]> {
        Set(
            rows.map { row in
                let text = row.fields[Int(CatalogueField.location.rawValue)]
                return Array(buffer[text.start..<text.end])
            })
    }
}
