/// Finds the fields of records whose addresses are known.
struct ShapeFields {
    /// The paths from the records up to the root, and from the records down to their addresses.
    private let onPath: Set<Int32>
    private let isFieldHome: [Bool]
    private let records: Set<Int32>
    /// The records and what lists lie around them.
    private let homes: Set<Int32>
    /// Objects of files, one of which is a photo and no thumbnail: `assets: {visual: {href}, thumbnail: {href}}`.
    private let files: Set<Int32>
    /// Objects in which a file's name may stand that is in the photo's address, too.
    private let named: Set<Int32>
    /// By the objects that hold photos' addresses, what the keys of these say besides that they are pictures.
    private let subjects: [Int32: Set<[String]>]
    /// Objects that tell the name that a file had before a program stored it.
    private let originals: Set<Int32>

    /// The fields that may be a list, of which the first counts.
    private static let listed: Set<CatalogueField> = [.name, .author, .description, .license, .date]
    /// Keys of labels: one text of them says what a photo shows.
    private static let labels: Set<[UInt8]> = [Array("tags".utf8), Array("keywords".utf8)]
    /// How much a wrapper around a field costs in rank.
    private static let wrapperCost = 24
    /// The rank of `display_name` and the like, behind the usual words.
    private static let titleRank = 20
    /// The rank of what a photo's key says that it shows, behind `display_name` and the like.
    private static let subjectRank = 28
    /// What it costs a page's address to be a path.
    private static let pathPenalty = 100
    /// The rank of a file's name as the photo's.
    static let fileNameRank: UInt8 = 240
    /// The rank of the name under which a program stores a file or a record.
    private static let storedNameRank = fileNameRank + 1
    /// The rank of a description in other words than the usual ones.
    private static let captionRank = 60
    /// The rank of labels as the photo's name, behind all names and descriptions.
    private static let labelRank: UInt8 = 242
    /// The rank of the place that a photo shows as its name.
    private static let placeRank: UInt8 = 246
    /// The rank of the name of what a record lists.
    private static let listedRank: UInt8 = 250
    /// The rank of the name of a record that refers to the photo.
    static let referenceRank: UInt8 = 100
    /// The rank of a key as the photo's name.
    static let keyRank: UInt8 = 245
    /// The rank of a caption that records share: it names none of them.
    static let sharedCaptionRank: UInt8 = .max

    init(_ plan: ShapePlan) {
        var onPath: Set<Int32> = [ShapeTree.root]
        for (node, role) in plan.roles.enumerated() {
            if case .photo = role { onPath.formUnion(plan.tree.ancestors(of: Int32(node))) }
        }
        let records = plan.records.filter { $0 != ShapePlan.noRecord } + plan.markupHomes
        onPath.formUnion(plan.markupHomes.flatMap { plan.tree.ancestors(of: $0) })
        self.onPath = onPath
        named = Self.named(in: plan)
        files = Self.files(in: plan)
        subjects = Self.subjects(in: plan)
        // A copy of a node costs several reference counts.
        originals = Set(
            plan.tree.nodes.indices.lazy.filter { FieldTexts.isOriginalName(plan.tree.nodes[$0].sense) }
                .map { plan.tree.nodes[$0].parent })
        isFieldHome = plan.isFieldHome
        self.records = Set(records)
        homes = Set(records.flatMap { plan.tree.ancestors(of: $0) }.filter { plan.isFieldHome[Int($0)] })
    }

    /// Whether another photo's address at `node` changes nothing: what lies around it is known, and so is what its key
    /// says.
    func knows(_ node: Int32, of plan: ShapePlan) -> Bool {
        let tree = plan.tree
        let holder = tree[node].parent
        let subject = tree[node].sense.subject
        guard case .photo(let address) = plan.roles[Int(node)], records.contains(plan.records[address.record]),
            tree[node].tally.absoluteHint == 0, onPath.contains(holder), !tree[node].isStar,
            subject.isEmpty || subjects[holder]?.contains(subject) == true
        else { return false }
        return holder <= 0 || tree[holder].isStar || tree[holder].parent <= 0 || files.contains(tree[holder].parent)
    }

    /// The objects that hold photos' addresses whose ends are not those of pictures, and what holds those objects if
    /// they are links (``PictureScorer``).
    private static func named(in plan: ShapePlan) -> Set<Int32> {
        var named: Set<Int32> = []
        for (node, role) in plan.roles.enumerated() {
            guard case .photo = role, plan.tree[Int32(node)].tally.absoluteHint > 0 else { continue }
            let holder = plan.tree[Int32(node)].parent
            named.insert(holder)
            if holder > 0, !plan.tree[holder].isStar, plan.tree[holder].sense.isAddress {
                named.insert(plan.tree[holder].parent)
            }
        }
        return named
    }

    private static func files(in plan: ShapePlan) -> Set<Int32> {
        var files: Set<Int32> = []
        for (node, role) in plan.roles.enumerated() {
            guard case .photo(let address) = role, address.making != .thumbnail else { continue }
            let holder = plan.tree[Int32(node)].parent
            guard holder > 0, !plan.tree[holder].isStar, plan.tree[holder].parent > 0 else { continue }
            files.insert(plan.tree[holder].parent)
        }
        return files
    }

    /// Of `strMealThumb` the words of `strMeal`, which is the name of what the photo shows.
    private static func subjects(in plan: ShapePlan) -> [Int32: Set<[String]>] {
        var subjects: [Int32: Set<[String]>] = [:]
        for (node, role) in plan.roles.enumerated() {
            guard case .photo = role, !plan.tree[Int32(node)].isStar else { continue }
            let subject = plan.tree[Int32(node)].sense.subject
            if !subject.isEmpty { subjects[plan.tree[Int32(node)].parent, default: []].insert(subject) }
        }
        return subjects
    }

    /// The role of a value that is no photo's address; nil if it is useless.
    func role(of node: Int32, in tree: ShapeTree) -> ShapeRole? {
        // An element of a list like `authors` stands for its list.
        var holder = tree[node].parent
        var key = node
        if tree[node].isStar {
            key = holder
            guard key > 0, !tree[key].isStar, let field = EntryKey(tree[key].key)?.field,
                Self.listed.contains(field)
            else { return nil }
            holder = tree[key].parent
        }
        // `<title type="html">Sea</title>`: a text under the name of its own element.
        if holder > 0, !tree[holder].isStar, !tree[key].isStar, tree[key].key == tree[holder].key {
            holder = tree[holder].parent
        }
        let sense = tree[key].sense
        if isLabelOfSize(key, in: holder, of: tree) { return nil }
        // `author: {name}`, `title: {rendered}`
        if let outer = outer(of: holder, in: tree),
            let meaning = meaning(of: key, within: outer.key, in: tree),
            let cost = cost(of: outer.holder, in: tree)
        {
            return role(meaning, cost, home: home(of: outer.holder, in: tree))
        }
        guard let cost = cost(of: holder, in: tree, isPage: sense.isPage || sense.isAddress) else {
            return listedName(key, in: tree)
        }
        let home = home(of: holder, in: tree)
        if home == ShapeTree.root, !records.contains(home) {
            return EntryKey(tree[key].key)?.field == .name && sense.picture == 0 ? .title : nil
        }
        if sense.known == .duration, tree[node].isStar == false { return .duration }
        if sense.isUse, tree[node].tally.words > 0 { return .use }
        if tree[node].tally.example.starts(with: "HTTP/".utf8), tree[key].key.elementsEqual("status".utf8) {
            return cost == 0 && homes.contains(home) ? .status : nil
        }
        if sense.known == .type, isOfOtherFile(node, in: holder, of: tree) { return nil }
        if sense.known == .type, !sense.isPerson, !sense.isOtherMedium {
            return .type(isStrict: tree[node].tally.pictureTypes > 0)
        }
        // `item: {type: "uri", value: "http://…"}`
        if sense.known == nil, Self.isValue(tree[key].key), holder > 0, !tree[holder].isStar,
            tree[holder].sense.isIdentity
        {
            return homes.contains(home) ? page(tree[holder], tree[node].tally, cost) : nil
        }
        return role(of: tree[key], tree[node].tally, cost, home: home)
    }

    /// `assets: {visual: {type, href}, metadata: {type, href}}`: whether a type is that of a file next to the photo's,
    /// which is no film: what a film is shown by is a still.
    private func isOfOtherFile(_ node: Int32, in holder: Int32, of tree: ShapeTree) -> Bool {
        guard holder > 0, !tree[holder].isStar, !onPath.contains(holder) else { return false }
        let parent = tree[holder].parent
        guard files.contains(parent), !homes.contains(parent), !tree[parent].isStar else { return false }
        let tally = tree[node].tally
        return ![tally.example, tally.second].contains { type in
            Self.films.contains { type.starts(with: $0.utf8) }
        }
    }

    /// How the types of films begin.
    private static let films = ["video", "audio", "movie", "application/vnd.apple.mpegurl"]

    /// Whether it names one of a photo's sizes: `sizes: {size: [{label: "Large"}]}`.
    private func isLabelOfSize(_ key: Int32, in holder: Int32, of tree: ShapeTree) -> Bool {
        EntryKey(tree[key].key)?.field == .name && holder > 0 && tree[tree.name(of: holder)].sense.isSizeSet
            && KeySense(tree[key].tally.example).size != nil
    }

    /// The name of the one thing that a record lists, as the name of a record without its own: `breeds: [{name}]`.
    private func listedName(_ node: Int32, in tree: ShapeTree) -> ShapeRole? {
        let star = tree[node].parent
        guard EntryKey(tree[node].key)?.field == .name, star > 0, tree[star].isStar, !isHome(star) else { return nil }
        let list = tree[star].parent
        let sense = tree[list].sense
        guard list > 0, !tree[list].isStar, sense.isPlural, !sense.isPerson, !sense.isOtherMedium, !sense.isPage,
            !sense.isCollection, !sense.isWrapper, !sense.isSizeSet,
            !KeySense.words(of: tree[list].key).contains(where: { KeyWord.isOfOther(String($0.dropLast())) }),
            cost(of: tree[list].parent, in: tree) != nil
        else { return nil }
        let home = home(of: tree[list].parent, in: tree)
        return records.contains(home) && home != ShapeTree.root ? .field(.name, rank: Self.listedRank) : nil
    }

    private static func isValue(_ key: [UInt8]) -> Bool { key.elementsEqual("value".utf8) }

    private func role(of node: ShapeTree.Node, _ tally: ShapeTally, _ cost: Int, home: Int32)
        -> ShapeRole?
    {
        let sense = node.sense
        if let meaning = EntryKey(node.key), meaning.field != .location, meaning.field != .thumbnail {
            if meaning.field == .name, FieldTexts.isDirection(sense, tally) { return nil }
            // A path is relative to an address that may be that of another server.
            let isPath = meaning.field == .page && tally.rooted * 2 > tally.addresses
            let role = role(meaning, cost, home: home, penalty: isPath ? Self.pathPenalty : 0)
            return weakened(role, node, tally)
        }
        if homes.contains(home), cost == 0, !node.isStar, Self.labels.contains(node.key), tally.words * 2 > tally.texts
        {
            return .field(.name, rank: Self.labelRank)
        }
        guard homes.contains(home), !sense.isPerson, !sense.isOtherMedium || sense.isTitle else { return nil }
        if sense.isName, !sense.isPage || sense.isThing, tally.absolute + tally.absolutePicture == 0,
            isFileName(node.key) || tally.relativePicture * 2 > tally.texts
                || tally.relativePicture > 0 && named.contains(node.parent)
        {
            return weakened(.field(.name, rank: Self.fileNameRank), node, tally)
        }
        if sense.isCaption, tally.words * 2 >= tally.texts {
            let rank = UInt8(clamping: Self.captionRank + cost * Self.wrapperCost)
            return weakened(.field(.description, rank: rank), node, tally)
        }
        if sense.isTitle, tally.words * 2 > tally.texts {
            return .field(.name, rank: UInt8(clamping: Self.titleRank + cost * Self.wrapperCost))
        }
        if let subjects = subjects[node.parent], tally.words * 2 > tally.texts,
            subjects.contains(KeySense.words(of: node.key))
        {
            return .field(.name, rank: UInt8(clamping: Self.subjectRank + cost * Self.wrapperCost))
        }
        if FieldTexts.isPlace(sense, tally) { return .field(.name, rank: Self.placeRank) }
        return page(node, tally, cost)
    }

    // MARK: What the values say

    /// The same, behind others where the values say less than their key.
    private func weakened(_ role: ShapeRole?, _ node: ShapeTree.Node, _ tally: ShapeTally) -> ShapeRole? {
        guard case .field(let field, let rank)? = role else { return role }
        switch field {
        case .name
        where FieldTexts.arePaths(tally) || isStored(node, tally)
            || FieldTexts.isShared(tally) && node.sense.joined == "label":
            return .field(.name, rank: max(rank, Self.storedNameRank))
        case .description where FieldTexts.isShared(tally): return .field(.description, rank: Self.sharedCaptionRank)
        default: return role
        }
    }

    /// Whether it is the name under which a program stores a file, next to the one that the file had.
    private func isStored(_ node: ShapeTree.Node, _ tally: ShapeTally) -> Bool {
        tally.relativePicture * 2 > tally.texts && originals.contains(node.parent)
            && !FieldTexts.isOriginalName(node.sense)
    }

    /// The page's address, if it is one that people read.
    private func page(_ node: ShapeTree.Node, _ tally: ShapeTally, _ cost: Int) -> ShapeRole? {
        guard tally.absolute + tally.absoluteHint + tally.absoluteOther > tally.words,
            !Self.isData(tally.example), let rank = Self.pageRank(node)
        else { return nil }
        return .field(.page, rank: UInt8(clamping: rank + cost * Self.wrapperCost))
    }

    /// How well a key names a page, the best first; nil if it names no address.
    static func pageRank(_ node: ShapeTree.Node) -> Int? {
        let sense = node.sense
        if sense.isPerson || sense.isOtherMedium { return nil }
        guard sense.isPage || sense.isAddress else { return sense.isIdentity ? 80 : nil }
        if KeySense.words(of: node.key).contains(where: { KeyWord.poorPages.contains($0) }) { return 70 }
        return sense.isPage ? 10 : 50
    }

    /// Whether an address ends like data for programs.
    private static func isData(_ address: [UInt8]) -> Bool {
        let path = address.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        return [".json", ".jsonld", ".xml", ".rdf"].contains { path.suffix($0.utf8.count).elementsEqual($0.utf8) }
    }

    private func isFileName(_ key: [UInt8]) -> Bool {
        let words = KeySense.words(of: key).joined()
        return words.hasSuffix("filename") || words == "basename"
    }

    private func role(_ meaning: EntryKey, _ cost: Int, home: Int32, penalty: Int = 0) -> ShapeRole? {
        guard homes.contains(home) else { return nil }
        if home == ShapeTree.root, !records.contains(home) { return nil }
        switch meaning.field {
        case .location, .thumbnail: return nil
        // What holds several pictures has no size of theirs.
        case .width, .height: if !records.contains(home) { return nil }
        default: break
        }
        return .field(
            meaning.field, rank: UInt8(clamping: Int(meaning.rank) / 8 + cost * Self.wrapperCost + penalty))
    }

    /// The object that stands for one value, and its meaning.
    private func outer(of holder: Int32, in tree: ShapeTree) -> (key: EntryKey, holder: Int32)? {
        var node = holder
        // `authors: [{name}]`
        if node > 0, tree[node].isStar, !homes.contains(node) { node = tree[node].parent }
        guard node > 0, !tree[node].isStar else { return nil }
        // `titles: {en}`
        let isTitle = tree[node].sense.isTitle || ["titles", "names"].contains(tree[node].sense.joined)
        let title = isTitle ? EntryKey.last(.name) : nil
        guard let key = EntryKey(tree[node].key) ?? title else { return nil }
        switch key.field {
        case .author, .license, .name, .description, .price, .date: return (key, tree[node].parent)
        default: return nil
        }
    }

    private func meaning(of key: Int32, within outer: EntryKey, in tree: ShapeTree) -> EntryKey? {
        if let known = tree[key].key.withUnsafeBytes({ PictureKey.meaning(of: $0, within: outer) }) { return known }
        let isText = outer.field == .name || outer.field == .description
        return isText && isTypedText(key, in: tree) ? outer : nil
    }

    /// Whether it is a text whose key says that it is one, as in `{"stringValue": "Sea"}`, or which is all that its
    /// object has, as in `{"S": "Sea"}`.
    private func isTypedText(_ key: Int32, in tree: ShapeTree) -> Bool {
        let (sense, tally) = (tree[key].sense, tree[key].tally)
        guard tally.words * 2 > tally.texts, sense.known == nil, !sense.isAddress, !sense.isPage, !sense.isPerson,
            !sense.isOtherMedium, !sense.isIdentity, !sense.isName, EntryKey(tree[key].key) == nil
        else { return false }
        let words = KeySense.words(of: tree[key].key)
        if words.contains(where: { KeyWord.isOfOther($0) }) { return false }
        // `@value` of JSON-LD, `#text` of XML.
        let isText = ["value", "text"].contains(words.last) && words.count < 3
        return isText || tree[tree[key].parent].childCount == 1
    }

    /// How many wrappers lie between a field's object and the object it describes; nil if it describes another.
    private func cost(of holder: Int32, in tree: ShapeTree, isPage: Bool = false) -> Int? {
        var (cost, node) = (0, holder)
        while node > 0, !isHome(node) {
            // What stands next to one size is said of that size.
            if onPath.contains(node), tree[node].sense.size != nil { return nil }
            // What an object on the way says is said of less than the record.
            let sense = tree[node].sense
            if onPath.contains(node), !tree[node].isStar, !sense.isWrapper, sense.picture == 0 { cost += 1 }
            if !onPath.contains(node) {
                let name = tree[tree.name(of: node)]
                let isLinks = isPage && name.sense.isAddress
                // `Name: {title: [{plain_text}]}`
                let isName = EntryKey(name.key)?.field == .name
                guard tree[node].isStar || name.sense.isWrapper || isLinks || isName || isIdentity(name) else {
                    return nil
                }
                if !tree[node].isStar { cost += 1 }
            }
            node = tree[node].parent
        }
        return cost
    }

    private func isIdentity(_ node: ShapeTree.Node) -> Bool { node.sense.isIdentity }

    private func home(of holder: Int32, in tree: ShapeTree) -> Int32 {
        var node = holder
        while node > 0, !isHome(node) { node = tree[node].parent }
        return node
    }

    /// Paths found later begin no record of their own unless they are elements.
    private func isHome(_ node: Int32) -> Bool {
        Int(node) < isFieldHome.count ? isFieldHome[Int(node)] : false
    }
}

extension EntryKey {
    init?(_ key: [UInt8]) {
        guard let meaning = key.withUnsafeBytes({ EntryKey($0) }) else { return nil }
        self = meaning
    }
}
