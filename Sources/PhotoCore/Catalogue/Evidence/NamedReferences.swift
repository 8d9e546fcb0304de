/// The names of records that refer to what is in an object elsewhere in the document, by its keys:
/// `{Title: "Pier", Uris: {Sizes: "/image/x!sizes"}}` and `Expansions: {"/image/x!sizes": {…}}`.
struct NamedReferences {
    /// The names by the hashes of what refers.
    private var names: [Int: [UInt8]] = [:]
    /// The name and the references of records that are open, by their frames.
    private var open: [Int: Record] = [:]

    private struct Record {
        var name: [UInt8] = []
        var references: [Int] = []
        /// Those of the references that stand in an object within the record.
        var inner: [Int] = []
    }

    /// Whether keys mean a name, by their paths.
    private var meansName: [Int32: Bool] = [:]
    /// Whether texts lead to more of the record's photo, by their paths.
    private var leadsToPhoto: [Int32: Bool] = [:]

    /// The most names: more than any page of a reply has. Others are missing.
    private static let mostNames = 4096
    private static let mostReferences = 64
    private static let longestReference = 256
    private static let longestName = 256

    /// Whether a key refers to something: a path from a root.
    static func isReference(_ key: some Collection<UInt8>) -> Bool {
        key.first == UInt8(ascii: "/") && key.count > 1
    }

    /// A text in the record of that frame. `isOwn` says whether it stands in the record itself, whose path is `record`.
    mutating func add(
        _ text: UnsafeRawBufferPointer, _ node: Int32, in tree: ShapeTree, frame: Int, record: Int32, isOwn: Bool
    ) {
        if text.first == UInt8(ascii: "/"), text.count <= Self.longestReference {
            guard open[frame, default: Record()].references.count < Self.mostReferences else { return }
            let hash = Self.hash(text)
            open[frame, default: Record()].references.append(hash)
            if !isOwn, leadsToPhoto(node, of: record, in: tree) { open[frame, default: Record()].inner.append(hash) }
        } else if isOwn, !text.isEmpty, open[frame]?.name.isEmpty ?? true, isName(node, in: tree) {
            open[frame, default: Record()].name = Array(text.prefix(Self.longestName))
        }
    }

    private mutating func isName(_ node: Int32, in tree: ShapeTree) -> Bool {
        if let known = meansName[node] { return known }
        let isName = EntryKey(tree[node].key)?.field == .name
        meansName[node] = isName
        return isName
    }

    /// Whether the keys between a record and a text in it say that the text leads to its picture: `ImageSizes`, and no
    /// `ImageOwner`.
    private mutating func leadsToPhoto(_ node: Int32, of record: Int32, in tree: ShapeTree) -> Bool {
        if let known = leadsToPhoto[node] { return known }
        let keys = tree.ancestors(of: node).prefix { $0 != record }.map { tree[$0].sense }
        // `ImageSizeDetails` names a picture, and no page.
        let isOfPicture = { (key: KeySense) in key.picture > 0 || key.isSizeSet }
        let isOther = keys.contains {
            $0.isPerson || $0.isPersonItself || $0.isSign || $0.isCollection || $0.isOtherMedium
                || $0.isPage && !isOfPicture($0)
        }
        let leads = !isOther && keys.contains(where: isOfPicture)
        leadsToPhoto[node] = leads
        return leads
    }

    /// The record of that frame ends. Returns the hashes of what objects within it refer to.
    mutating func end(frame: Int) -> [Int] {
        guard let record = open.removeValue(forKey: frame) else { return [] }
        if !record.name.isEmpty {
            for reference in record.references where names.count < Self.mostNames { names[reference] = record.name }
        }
        return record.inner
    }

    /// The name of the record that refers to a key; nil if there was none.
    func name(of key: [UInt8]) -> [UInt8]? { key.withUnsafeBytes { names[Self.hash($0)] } }

    static func hash(_ text: UnsafeRawBufferPointer) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: text)
        return hasher.finalize()
    }
}
