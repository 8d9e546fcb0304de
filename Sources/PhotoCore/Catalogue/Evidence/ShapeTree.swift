/// The paths of a document's keys, without positions: elements of an array share one path, and so do the values of an
/// object whose keys are names.
struct ShapeTree: Sendable {
    struct Node: Sendable {
        let parent: Int32
        let key: [UInt8]
        /// Whether it is an element of an array, or a value under a name.
        let isStar: Bool
        let depth: Int
        let sense: KeySense
        /// Whether an object at this path has names as keys.
        var isMap = false
        /// The child for all elements and named values; -1 without one.
        var star: Int32 = -1
        /// The first child, and the sibling after this one in the last record: most records repeat the same order.
        var first: Int32 = -1
        var next: Int32 = -1
        var childCount = 0
        /// Whether its key is "id".
        let isID: Bool
        /// Whether a child says which one it is.
        var hasIdentity = false
        /// The first children that may say which size or cut of a picture it is.
        var whiches: [Int32] = []
        var tally = ShapeTally()

        init(parent: Int32, key: [UInt8], isStar: Bool, depth: Int) {
            (self.parent, self.key, self.isStar, self.depth) = (parent, key, isStar, depth)
            sense = KeySense(key)
            isID = key.elementsEqual("id".utf8)
        }
    }

    private(set) var nodes: [Node]
    private var index: [Slot: Int32] = [:]
    /// The paths of objects whose keys are names.
    private(set) var maps: Set<String>
    /// The paths of lists that hold the like of the record around them, each with the path of their elements
    /// (``TreeFolds``).
    let folds: [String: String]
    /// Whether a path was left out because there were too many.
    private(set) var isFull = false

    private struct Slot: Hashable {
        let parent: Int32
        let hash: Int
    }

    /// The most paths: more than twenty times those of the largest known reply. Others are ignored.
    static let maximumNodeCount = 8192
    /// The deepest path: twice the deepest known one. What lies deeper is ignored.
    static let maximumDepth = 48
    /// As many keys of one object may tell sizes apart: more than any known list of sizes has.
    private static let mostWhiches = 6
    /// As many arrays and objects of a document are open, where records lie within their like at any depth: more than
    /// any discussion and any disk has. What lies deeper is ignored.
    static let maximumNesting = 256
    /// The longest key: longer ones are texts.
    static let maximumKeyByteCount = 256

    static let root: Int32 = 0

    init(maps: Set<String> = [], folds: [String: String] = [:]) {
        (self.maps, self.folds) = (maps, folds)
        nodes = [Node(parent: -1, key: [], isStar: true, depth: 0)]
        nodes[0].isMap = maps.contains("")
    }

    subscript(_ node: Int32) -> Node {
        // In place: a copy of a node costs several reference counts.
        _read { yield nodes[Int(node)] }
        _modify { yield &nodes[Int(node)] }
    }

    /// The child of an object for a key; -1 if there are too many. `last` is the child before it in the same object.
    mutating func child(of parent: Int32, _ key: UnsafeRawBufferPointer, after last: Int32) -> Int32 {
        if nodes[Int(parent)].isMap { return star(of: parent) }
        let expected = last >= 0 ? nodes[Int(last)].next : nodes[Int(parent)].first
        if expected >= 0, nodes[Int(expected)].parent == parent,
            nodes[Int(expected)].key.elementsEqual(key)
        {
            return expected
        }
        let child = find(parent, key)
        guard child >= 0 else { return -1 }
        if last >= 0 { nodes[Int(last)].next = child } else { nodes[Int(parent)].first = child }
        return child
    }

    private mutating func find(_ parent: Int32, _ key: UnsafeRawBufferPointer) -> Int32 {
        guard key.count <= Self.maximumKeyByteCount else { return -1 }
        let (known, slot) = known(parent, key)
        if let known { return known }
        let child = append(parent, Array(key), isStar: false)
        if child >= 0 { index[slot] = child }
        return child
    }

    /// The node with the path of `node` in another tree; nil without one.
    func node(like node: Int32, of other: ShapeTree) -> Int32? {
        var own = Self.root
        for step in other.ancestors(of: node).reversed().dropFirst() {
            if other[step].isStar || nodes[Int(own)].isMap {
                own = nodes[Int(own)].star
            } else {
                own = other[step].key.withUnsafeBytes { known(own, $0).child ?? -1 }
            }
            if own < 0 { return nil }
        }
        return own
    }

    /// The child of an object for a key, and its place in the index; nil if it is not known.
    private func known(_ parent: Int32, _ key: UnsafeRawBufferPointer) -> (child: Int32?, slot: Slot) {
        var hasher = Hasher()
        hasher.combine(bytes: key)
        var slot = Slot(parent: parent, hash: hasher.finalize())
        while let known = index[slot] {
            if nodes[Int(known)].key.elementsEqual(key) { return (known, slot) }
            slot = Slot(parent: parent, hash: slot.hash &+ 1)
        }
        return (nil, slot)
    }

    /// The child for the elements of an array, or for all values of an object whose keys are names.
    mutating func star(of parent: Int32) -> Int32 {
        let known = nodes[Int(parent)].star
        if known >= 0 { return known }
        let child = append(parent, [], isStar: true)
        if child >= 0 { nodes[Int(parent)].star = child }
        return child
    }

    private mutating func append(_ parent: Int32, _ key: [UInt8], isStar: Bool) -> Int32 {
        let depth = nodes[Int(parent)].depth + 1
        guard nodes.count < Self.maximumNodeCount, depth <= Self.maximumDepth else {
            isFull = true
            return -1
        }
        let node = Int32(nodes.count)
        nodes.append(Node(parent: parent, key: key, isStar: isStar, depth: depth))
        nodes[Int(parent)].childCount += 1
        if nodes[Int(node)].sense.isIdentity { nodes[Int(parent)].hasIdentity = true }
        if nodes[Int(node)].sense.namesWhich, nodes[Int(parent)].whiches.count < Self.mostWhiches {
            nodes[Int(parent)].whiches.append(node)
        }
        if !maps.isEmpty, maps.contains(path(of: node)) { nodes[Int(node)].isMap = true }
        if !folds.isEmpty, let path = folds[path(of: node)] {
            let star = ancestor(of: node, at: path)
            nodes[Int(node)].star = star
        }
        return node
    }

    /// The node around `node` with that path; -1 without one.
    private func ancestor(of node: Int32, at path: String) -> Int32 {
        ancestors(of: node).first { self.path(of: $0) == path } ?? -1
    }

    /// The keys of objects at this path are names from now on.
    mutating func makeMap(_ node: Int32) {
        nodes[Int(node)].isMap = true
        maps.insert(path(of: node))
    }

    // MARK: Paths

    /// The path for people: `data.children[].data.url`. A value under a name is `{}`.
    func path(of node: Int32) -> String {
        var (parts, node): ([String], Int32) = ([], node)
        while node > 0 {
            let known = nodes[Int(node)]
            if known.isStar {
                parts.append(nodes[Int(known.parent)].isMap ? "{}" : "[]")
            } else {
                parts.append(
                    (nodes[Int(known.parent)].depth == 0 ? "" : ".")
                        + String(decoding: known.key, as: UTF8.self))
            }
            node = known.parent
        }
        return parts.reversed().joined()
    }

    /// The key of a node, or for elements that of their list: the name by which people call it.
    func name(of node: Int32) -> Int32 {
        var node = node
        while node > 0, nodes[Int(node)].isStar { node = nodes[Int(node)].parent }
        return node
    }

    /// The nodes from `node` up to the root, with both.
    func ancestors(of node: Int32) -> [Int32] {
        var (all, node) = ([node], node)
        while nodes[Int(node)].parent >= 0 {
            node = nodes[Int(node)].parent
            all.append(node)
        }
        return all
    }

    /// The children of each node, in the order of their first occurrence.
    func children() -> [[Int32]] {
        var children = [[Int32]](repeating: [], count: nodes.count)
        for node in nodes.indices.dropFirst() { children[Int(nodes[node].parent)].append(Int32(node)) }
        return children
    }
}
