/// What the key and the values at one path say about an address next to it.
struct SiblingFacts: OptionSet {
    let rawValue: UInt16

    static let width = SiblingFacts(rawValue: 1 << 0)
    static let height = SiblingFacts(rawValue: 1 << 1)
    static let byteCount = SiblingFacts(rawValue: 1 << 2)
    static let time = SiblingFacts(rawValue: 1 << 3)
    /// It is the number of a file.
    static let fileNumber = SiblingFacts(rawValue: 1 << 4)
    /// It is the name of a server.
    static let host = SiblingFacts(rawValue: 1 << 5)
    /// It is an object that has a picture's type.
    static let holdsType = SiblingFacts(rawValue: 1 << 6)
    /// Some of its texts are names of pictures' files.
    static let fileName = SiblingFacts(rawValue: 1 << 7)
    /// All of its texts are.
    static let onlyFileNames = SiblingFacts(rawValue: 1 << 8)
    /// It has addresses that are no names of pictures' files.
    static let otherAddress = SiblingFacts(rawValue: 1 << 9)
    /// It is called an address, and has paths of pictures.
    static let rootedAddress = SiblingFacts(rawValue: 1 << 10)
    /// It is a list with elements.
    static let filledList = SiblingFacts(rawValue: 1 << 11)
    /// It is called an address, and has those of pages.
    static let pageAddress = SiblingFacts(rawValue: 1 << 12)
    /// It is called a name.
    static let name = SiblingFacts(rawValue: 1 << 13)
    /// It has addresses that end like pictures, most of all.
    static let pictureFile = SiblingFacts(rawValue: 1 << 14)
    static let bitCount = 15

    init(rawValue: UInt16) { self.rawValue = rawValue }

    init(_ node: Int32, in tree: ShapeTree, _ children: [[Int32]]) {
        self = []
        // Read in place: a copy of a node costs several reference counts.
        let index = Int(node)
        if tree.nodes[index].tally.texts + tree.nodes[index].tally.scalars > 0 {
            switch tree.nodes[index].sense.known {
            case .width: insert(.width)
            case .height: insert(.height)
            case .byteCount: insert(.byteCount)
            case .time: insert(.time)
            case .dimensions, .resolution, .scale, .type, .duration, nil: break
            }
        }
        if tree.nodes[index].sense.isFileNumber { insert(.fileNumber) }
        if Self.isHost(node, in: tree) { insert(.host) }
        // `file: {mimeType: "image/jpeg"}`
        if tree.nodes[index].sense.isWrapper || tree.nodes[index].sense.isAddress,
            children[Int(node)].contains(where: { tree[$0].sense.known == .type && tree[$0].tally.pictureTypes > 0 })
        {
            insert(.holdsType)
        }
        if tree.nodes[index].sense.isName, tree.nodes[index].tally.relativePicture > 0 {
            insert(.fileName)
            if tree.nodes[index].tally.relativePicture == tree.nodes[index].tally.texts { insert(.onlyFileNames) }
        }
        if tree.nodes[index].tally.addresses != tree.nodes[index].tally.relativePicture { insert(.otherAddress) }
        let isAddress =
            tree.nodes[index].sense.isAddress && !tree.nodes[index].sense.isFile && tree.nodes[index].sense.stem.isEmpty
            || tree.nodes[index].sense.stem == ["key"]
        if isAddress, tree.nodes[index].tally.rootedPicture > 0 { insert(.rootedAddress) }
        if tree.nodes[index].tally.arrays > 0, tree.nodes[index].tally.mostElements > 0 { insert(.filledList) }
        if tree.nodes[index].sense.isAddress, tree.nodes[index].sense.picture == 0,
            tree.nodes[index].tally.absolute + tree.nodes[index].tally.absoluteOther > 0,
            tree.nodes[index].tally.pictureEndings + tree.nodes[index].tally.absoluteHint == 0
        {
            insert(.pageAddress)
        }
        if tree.nodes[index].sense.isNameField { insert(.name) }
        if !tree.nodes[index].sense.isName,
            tree.nodes[index].tally.pictureEndings * 2 > tree.nodes[index].tally.addresses
        {
            insert(.pictureFile)
        }
    }

    /// `host: "img.example"`, `url_location: "img.example"`: the key and the value say that it is a server's name.
    private static func isHost(_ node: Int32, in tree: ShapeTree) -> Bool {
        // Splitting a key into words is slow.
        let index = Int(node)
        guard tree.nodes[index].tally.texts > 0, !tree.nodes[index].tally.example.contains(UInt8(ascii: "/")),
            HostName.isHost(tree.nodes[index].tally.example)
        else { return false }
        return KeySense.words(of: tree[node].key).last.map { hosts.contains($0) } ?? false
    }

    private static let hosts: Set<String> = ["host", "hostname", "domain", "location", "server"]
}

/// How many of the paths in each object say what, counted once for all addresses in the object: to look at all pairs of
/// them takes seconds where an object has thousands.
///
/// A class: what is counted is kept for the next address.
final class SiblingCounts {
    /// What the paths in one object say.
    private struct Counts {
        var counts = [Int32](repeating: 0, count: SiblingFacts.bitCount)
        /// The first paths that tell a type.
        var types: [Int32] = []
    }

    private let tree: ShapeTree
    private let children: [[Int32]]
    private var known: [Int32: Counts] = [:]
    private var facts: [Int32: SiblingFacts] = [:]
    private var alike: [Int32: Set<[UInt8]>] = [:]

    /// As many paths of one object may tell a type: no record has more.
    private static let mostTypes = 8
    /// As many lists of one object are compared with each other: no export of a person's own files has more.
    private static let mostLists = 48
    /// Records with fewer keys are not compared.
    private static let fewestAlikeKeys = 3

    init(_ tree: ShapeTree, _ children: [[Int32]]) { (self.tree, self.children) = (tree, children) }

    /// Whether another path in the same object says that.
    func has(_ fact: SiblingFacts, nextTo node: Int32) -> Bool {
        let count = count(of: fact, in: tree[node].parent)
        return count > (facts[node, default: []].contains(fact) ? 1 : 0)
    }

    /// Whether a path in the object says that.
    func has(_ fact: SiblingFacts, in object: Int32) -> Bool { count(of: fact, in: object) > 0 }

    /// The other paths in the same object that tell a type, the first ones of many.
    func types(nextTo node: Int32) -> [Int32] { counts(of: tree[node].parent).types.filter { $0 != node } }

    private func count(of fact: SiblingFacts, in object: Int32) -> Int32 {
        counts(of: object).counts[fact.rawValue.trailingZeroBitCount]
    }

    private func counts(of object: Int32) -> Counts {
        if let known = known[object] { return known }
        var counts = Counts()
        facts.reserveCapacity(facts.count + children[Int(object)].count)
        for child in children[Int(object)] {
            let own = SiblingFacts(child, in: tree, children)
            facts[child] = own
            for bit in 0..<SiblingFacts.bitCount where own.rawValue & 1 << bit != 0 { counts.counts[bit] += 1 }
            if tree[child].sense.known == .type, counts.types.count < Self.mostTypes { counts.types.append(child) }
        }
        known[object] = counts
        return counts
    }
    // MARK: Lists

    /// The keys that the records of a list have in common with those of another list next to it, whose keys they all
    /// have.
    func alikeKeys(of list: Int32) -> Set<[UInt8]> {
        if let known = alike[list] { return known }
        let own = keys(of: list)
        let lists = children[Int(tree[list].parent)].lazy.filter { self.tree[$0].star >= 0 }.prefix(Self.mostLists)
        var common: Set<[UInt8]> = []
        for other in lists where other != list {
            let keys = keys(of: other)
            if keys.count >= Self.fewestAlikeKeys, keys.isSubset(of: own) { common.formUnion(keys) }
        }
        alike[list] = common
        return common
    }

    private func keys(of list: Int32) -> Set<[UInt8]> {
        guard tree[list].star >= 0 else { return [] }
        return Set(children[Int(tree[list].star)].map { tree[$0].key })
    }
}
