/// Records that contain their like: folders in folders, replies to replies. Each has rows of its own, which come before
/// those of the records within it.
extension ShapeReader {
    /// The path of the records that the one at `node` contains, and that are its like; nil for any other.
    func tree(at node: Int32) -> Int32? { plan.trees.isEmpty ? nil : plan.trees[node] }

    /// Whether a record lies in one that is its like.
    func liesInItsLike(_ frame: ShapeFrame, _ index: Int) -> Bool {
        guard index > 0, frame.home == index, let tree = tree(at: frame.node) else { return false }
        return self.tree(at: frames[frames[index - 1].home].node) == tree
    }

    /// Makes the row of a record's own picture, as far as it is known, before rows of records within it are handed
    /// over.
    mutating func putOwnFirst(_ index: Int) {
        let frame = frames[index]
        guard !frame.hasRow, !frame.isOther, !frame.hasDuration, found.addresses.last?.frame == index else { return }
        let count = found.rows.count
        _ = found.makeRow(
            frame: index, line: frame.line, isPictureByType: frame.isPicture, hasType: frame.hasType)
        guard found.rows.count > count else { return }
        let own = Array(found.rows[count...])
        found.rows.removeSubrange(count...)
        found.rows.insert(contentsOf: own, at: min(frame.rows, count))
        frames[index].hasRow = true
    }

    /// Gives the rows of a record that is open its fields, before they are handed over.
    mutating func fillEarly(_ index: Int) {
        let (node, first) = (frames[index].node, frames[index].rows)
        let tree = frames[index].home == index ? tree(at: node) : nil
        found.fill(from: first, frame: index, isEnd: false, except: tree)
        if let tree { found.settle(tree, from: first) }
    }
}

/// The rows of records within their like: what the record around them says is not said of them.
extension ShapeRows {
    /// Rows of records within one that is their like, set aside until that ends.
    struct Within {
        let tree: Int32
        /// How many rows the outer record has of its own, apart from its own picture.
        let ownCount: Int
        /// Each row, and how many of the outer record's own ones precede it.
        var rows: [(place: Int, row: Row)] = []
    }

    /// Takes the rows from `first` on that are those of records at the path `tree`.
    mutating func takeRows(of tree: Int32, from first: Int) -> Within {
        guard first < rows.count, rows[first...].contains(where: { $0.tree == tree }) else {
            return Within(tree: tree, ownCount: max(0, rows.count - first))
        }
        var own: [Row] = []
        var inner: [(place: Int, row: Row)] = []
        for row in rows[first...] {
            if row.tree == tree { inner.append((own.count, row)) } else { own.append(row) }
        }
        rows.replaceSubrange(first..., with: own)
        return Within(tree: tree, ownCount: own.count, rows: inner)
    }

    /// Puts them back, after the outer record's own picture and among its other rows, which are settled now as well.
    mutating func putBack(_ within: Within, from first: Int) {
        settle(within.tree, from: first)
        if within.rows.isEmpty { return }
        let own = Array(rows.dropFirst(first))
        // One row more is that of its own picture. With fewer, some are left out, and the others come first.
        let added = own.count - within.ownCount
        var (all, next): ([Row], Int) = ([], 0)
        for (place, row) in within.rows {
            let end = added >= 0 ? min(own.count, place + added) : own.count
            if next < end { all += own[next..<end] }
            next = max(next, end)
            all.append(row)
        }
        all += own[next...]
        rows.removeSubrange(min(first, rows.count)...)
        rows += all
    }

    /// Notes that the rows from `first` on are those of a record at the path `tree`, which has ended.
    mutating func settle(_ tree: Int32, from first: Int) {
        for row in rows.indices.dropFirst(first) { rows[row].tree = tree }
    }

    /// Forgets the addresses of a record that has its row.
    mutating func dropAddresses(frame: Int) {
        let start = addresses.lastIndex { $0.frame < frame }.map { $0 + 1 } ?? 0
        addresses.removeSubrange(start...)
    }
}
