/// Finds records that contain their like at any depth: folders in folders, replies to replies, `children`.
///
/// Such a list holds the like of the record around it, so its elements lie at the path of that record: what
/// `folders[].folders[]` has is an element of `folders[]`. All depths are one kind of record then.
enum TreeFolds {
    /// As many objects may lie between a record and its list.
    private static let mostBetween = 4
    /// As many lists hold the like of what is around them: more than any document has.
    private static let most = 64
    /// Records that are alike have as many keys in common.
    private static let fewestCommon = 2

    /// The paths of such lists, each with the path of its elements.
    static func find(in tree: ShapeTree) -> [String: String] {
        let lists = tree.nodes.indices.dropFirst().map(Int32.init).compactMap { NestedList($0, in: tree) }
        if lists.isEmpty { return [:] }
        var keys = RecordKeys(tree, tree.children())
        var found: [String: String] = [:]
        for list in lists where found.count < most && isFold(list, in: tree, &keys) {
            found[tree.path(of: list.node)] = tree.path(of: list.record)
        }
        return found
    }

    private static func isFold(_ list: NestedList, in tree: ShapeTree, _ keys: inout RecordKeys) -> Bool {
        let sense = tree[list.node].sense
        // Sizes of a picture are no pictures, and what is recommended is shown where it belongs.
        if sense.isSizeSet || sense.isThumbnail || sense.isOrnament || SizeLists.isSizeList(list.star, in: tree) {
            return false
        }
        let common = keys.common(list.star, list.record)
        guard common >= fewestCommon else { return false }
        let (inner, outer) = (keys.count(of: list.star), keys.count(of: list.record))
        let isRepeated = list.isRepeatedAbove(in: tree)
        // A comment to a post is no post, a comment to a comment is one.
        let isOfPersons = list.steps.contains { tree[$0].sense.isPerson }
        if holds(list.star, list.steps, in: tree, keys), isRepeated || !isOfPersons {
            return common * 5 >= min(inner, outer) * 3
        }
        return isRepeated && common * 5 >= inner * 3
    }

    /// Whether a record has a list under the same keys, or something empty in its place.
    private static func holds(_ record: Int32, _ steps: [Int32], in tree: ShapeTree, _ keys: RecordKeys) -> Bool {
        var node = record
        for step in steps.reversed() {
            guard let child = keys.child(of: node, like: step) else {
                // What is missing lies in something empty.
                return node != record && tree[node].tally.objects == 0
            }
            // A text is another thing: `text: ["Sea ", {type: "link", text: "…"}]`.
            if tree[child].tally.texts > 0 { return false }
            node = child
        }
        return true
    }

    /// The records that contain their like, each with the path of the elements: these themselves, and an object around
    /// the outermost list that is their like.
    static func records(in tree: ShapeTree, _ children: [[Int32]]) -> [Int32: Int32] {
        if tree.folds.isEmpty { return [:] }
        var keys = RecordKeys(tree, children)
        var records: [Int32: Int32] = [:]
        for list in tree.nodes.indices.dropFirst().map(Int32.init) {
            let star = tree[list].star
            guard star >= 0, tree[star].parent != list else { continue }
            records[star] = star
            if let head = head(of: star, list, in: tree, &keys) { records[head] = star }
        }
        return records
    }

    /// The object that holds the outermost list as its elements hold `list`, and is their like.
    private static func head(
        of star: Int32, _ list: Int32, in tree: ShapeTree, _ keys: inout RecordKeys
    ) -> Int32? {
        var (outer, inner) = (tree[star].parent, list)
        while inner != star {
            guard outer > 0, inner > 0, !tree[outer].isStar, tree[outer].key == tree[inner].key else { return nil }
            (outer, inner) = (tree[outer].parent, tree[inner].parent)
        }
        let isObject = tree[outer].tally.objects > 0 && tree[outer].tally.arrays == 0 && !tree[outer].isMap
        guard isObject, outer == ShapeTree.root || !tree[outer].isStar else { return nil }
        let common = keys.common(outer, star)
        let isLike = common >= fewestCommon && common * 5 >= keys.count(of: outer) * 3
        return isLike && keys.hasAddress(outer) ? outer : nil
    }

    /// Whether a list has records of the document that contain their like: comments with replies, which no post holds,
    /// or categories in categories.
    static func isOutermost(_ list: Int32, in tree: ShapeTree) -> Bool {
        guard !tree.folds.isEmpty, tree[list].star > 0,
            !tree.ancestors(of: list).contains(where: { $0 > 0 && tree[$0].isStar })
        else { return false }
        let path = tree.path(of: tree[list].star)
        return tree.folds.values.contains(path)
    }

    /// A list in a record that is an element of a list itself.
    private struct NestedList {
        let node: Int32
        let star: Int32
        /// The path of the record around it.
        let record: Int32
        /// The list, and the objects from it up to the record.
        let steps: [Int32]

        init?(_ node: Int32, in tree: ShapeTree) {
            let star = tree[node].star
            guard star >= 0, tree[star].parent == node, !tree[node].isStar, !tree[node].isMap,
                tree[node].tally.arrays > 0, tree[star].tally.objects > 0
            else { return nil }
            var (steps, above) = ([node], tree[node].parent)
            while above > 0, !tree[above].isStar {
                guard steps.count <= TreeFolds.mostBetween, !tree[above].isMap else { return nil }
                steps.append(above)
                above = tree[above].parent
            }
            guard above > 0, !tree[tree[above].parent].isMap, tree[tree[above].parent].tally.arrays > 0 else {
                return nil
            }
            (self.node, self.star, record, self.steps) = (node, star, above, steps)
        }

        /// Whether the list of which the record is an element lies under the same keys.
        func isRepeatedAbove(in tree: ShapeTree) -> Bool {
            var above = tree[record].parent
            for step in steps {
                guard above > 0, !tree[above].isStar, tree[above].key == tree[step].key else { return false }
                above = tree[above].parent
            }
            return true
        }
    }
}

/// The keys of objects, to compare them.
private struct RecordKeys {
    private let tree: ShapeTree
    private let children: [[Int32]]
    private var known: [Int32: Set<[UInt8]>] = [:]

    init(_ tree: ShapeTree, _ children: [[Int32]]) { (self.tree, self.children) = (tree, children) }

    private func named(_ node: Int32) -> [Int32] { children[Int(node)].filter { !tree[$0].isStar } }

    func count(of node: Int32) -> Int { named(node).count }

    /// How many keys an object has in common with another one.
    mutating func common(_ node: Int32, _ other: Int32) -> Int {
        let keys = known[other] ?? Set(named(other).map { tree[$0].key })
        known[other] = keys
        return named(node).count { keys.contains(tree[$0].key) }
    }

    /// The child with the key of another node; nil without one.
    func child(of node: Int32, like other: Int32) -> Int32? {
        children[Int(node)].first { !tree[$0].isStar && tree[$0].key == tree[other].key }
    }

    /// Whether an object has addresses, or an object in it.
    func hasAddress(_ node: Int32) -> Bool {
        named(node).contains { child in
            tree[child].tally.addresses > 0
                || named(child).contains { tree[$0].tally.addresses > 0 }
        }
    }
}
