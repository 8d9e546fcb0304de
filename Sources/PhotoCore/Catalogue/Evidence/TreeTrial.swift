/// Reads the beginning of a document both ways, as a person's own list and by evidence, and compares the rows.
struct TreeTrial {
    enum Verdict {
        /// ``EntryTree`` reads it: a list in the usual words.
        case usual
        /// The evidence decides.
        case shaped(ShapePlan)
        /// There are no photos in it.
        case nothing
    }
    let verdict: Verdict
    /// How many rows it has.
    let rowCount: Int
    let subject: TreeSubject
    /// The decision by evidence.
    let shape: PhotoShape
    /// Whether it has absolute addresses.
    let isAbsolute: Bool
    /// Whether it would be a person's own list, if anything said that its addresses are those of photos.
    let isPlainList: Bool

    /// As many keys of a record must be usual words, in percent, for the record to be a person's own.
    private static let leastUsualShare = 75

    /// Whether the tape begins with the document's first event.
    init(
        _ tape: EventTape, isFirst: Bool, origin: DocumentOrigin = .server,
        readsPictures: MarkupText.ReadsPictures? = nil
    ) {
        let survey = ShapeSurvey.make(of: tape)
        let plan = ShapeDecision(survey, origin: origin).plan()
        subject = TreeSubject(survey.tree)
        (shape, isAbsolute) = (plan.shape, plan.isAbsolute)
        let isOfFeed = UsualWords.showsOnlyFeed(plan)
        let read = { (toEnd: Bool) in
            isOfFeed ? TrialRows() : Self.shaped(tape, plan, readsPictures, toEnd: toEnd)
        }
        let shaped = read(false)
        var isMap = false
        let usual =
            !isFirst
            ? TrialRows()
            : TrialRows { (builder) throws(CatalogueFailure) in
                var tree = EntryTree()
                defer { isMap = tree.hasMap }
                try tape.forEach { (event, text) throws(CatalogueFailure) in
                    try tree.take(event.kind, event.text(text), event.problem, into: &builder)
                }
                try tree.breakOff(into: &builder)
            }
        let share = UsualWords.share(in: survey.tree)
        let isUsual = share >= Self.leastUsualShare
        let hasTypes = plan.roles.contains { if case .type = $0 { true } else { false } }
        let saysOther = hasTypes && shaped.count > 0 && usual.count > shaped.count
        let isFlat = !survey.tree.nodes.contains {
            // What is empty stands for an address that is missing.
            $0.depth > 1 && !$0.isStar && $0.tally.objects + $0.tally.arrays > 0 && $0.childCount > 0
        }
        // Nothing but usual words, an address among them: whatever its values say, as saved by this program.
        let isOwn =
            share == 100 && isFlat && usual.count >= max(1, shaped.count)
            && UsualWords.haveLocation(in: survey.tree) && !usual.areLists
        let isReply = shaped.count == 0 && !usual.arePictures && UsualWords.isPageOfReply(survey.tree)
        // Nothing but its words says that there are photos: they have to say it of all of it.
        let isOther =
            shaped.count == 0
            && (isMap ? usual.nameOtherThings : usual.photos == 0 && UsualWords.areLinks(in: survey.tree))
        // The reply to a query: a person lists no records without an address, by their numbers.
        let isEmptyReply =
            shaped.count == 0 && usual.count > 1 && usual.addressCount == 0
            && survey.tree.nodes.contains { $0.isID && $0.depth > 1 }
        let isList =
            !saysOther && !isReply && !isEmptyReply && !UsualWords.areKeys(in: survey.tree)
            && (isOwn || Self.isUsual(usual, isUsual, isFlat, shaped))
        isPlainList = isList && isOther
        if isList, !isOther {
            (verdict, rowCount) = (.usual, usual.count)
        } else if shaped.count > 0 || read(true).count > 0 {
            (verdict, rowCount) = (.shaped(plan), shaped.count)
        } else if usual.count == 0 || usual.failure != nil && !usual.hasAddress {
            // An empty list, or no list at all: it says so itself.
            (verdict, rowCount) = (
                isFirst && plan.shape.isEmpty && usual.count == 0 ? .usual : .nothing, 0
            )
        } else {
            (verdict, rowCount) = (.nothing, 0)
        }
    }

    /// The rows by evidence; also of a record that has not ended, if wanted.
    private static func shaped(
        _ tape: EventTape, _ plan: ShapePlan, _ readsPictures: MarkupText.ReadsPictures?, toEnd: Bool
    ) -> TrialRows {
        if plan.shape.isEmpty { return TrialRows() }
        return TrialRows { (builder) throws(CatalogueFailure) in
            var reader = ShapeReader(plan, readsPictures: readsPictures)
            try tape.forEach { (event, text) throws(CatalogueFailure) in
                try reader.take(event.kind, event.text(text), into: &builder)
            }
            if toEnd { try reader.breakOff(into: &builder) }
        }
    }

    /// Whether the usual reading holds: it has all that the evidence has, and nothing that is no photo.
    private static func isUsual(
        _ usual: TrialRows, _ isUsual: Bool, _ isFlat: Bool, _ shaped: TrialRows
    ) -> Bool {
        guard usual.hasAddress else { return false }
        // As many photos in the usual words: their author chose the address.
        let isSame = isUsual && isFlat && usual.count == shaped.count && usual.arePictures
        guard isSame || shaped.locations.isSubset(of: usual.locations) else { return false }
        guard shaped.count > 0 else { return isUsual && usual.otherCount * 2 < usual.addressCount }
        // A link to something else is no mistake in a list of photos.
        return isUsual && usual.otherCount == 0
    }
}

/// The rows of one reading.
struct TrialRows {
    private(set) var count = 0
    private(set) var locations: Set<[UInt8]> = []
    /// Whether at least half of the rows with a text for an address have one that looks like an address.
    private(set) var hasAddress = false
    /// Whether each row has an address that ends like a picture.
    private(set) var arePictures = false
    /// How many rows have an address.
    private(set) var addressCount = 0
    /// How many rows have an address of something else.
    private(set) var otherCount = 0
    /// Whether each row is a list where an address should be: the keys of a document about something else.
    private(set) var areLists = false
    private(set) var failure: CatalogueFailure?
    /// How many rows have an address that by itself shows a picture, and is not that of a sign.
    private(set) var photos = 0
    /// How many rows have an address of any thing, and a name that says nothing against a photo.
    private var addressed = 0
    /// How many rows are signs by their names, and how many have no address, or a word in its place.
    private var signs = 0, mistakes = 0

    /// Whether an object from names to addresses shows no photo, and as many signs and mistakes as addresses: what
    /// describes a package or an answer has them.
    var nameOtherThings: Bool {
        let areSigns = arePictures && count > 1
        return photos == 0 && !areSigns && signs + mistakes > 0 && addressed <= signs + mistakes
    }

    init() {}

    init(_ read: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void) {
        var builder = CatalogueBuilder()
        do throws(CatalogueFailure) { try read(&builder) } catch { failure = error }
        count = builder.count
        guard let segment = builder.takeSegment() else { return }
        var (likely, pictures) = (0, 0)
        for row in 0..<segment.count {
            let location: [UInt8]? = segment.withText { text in
                segment.range(of: .location, at: row, in: text).map { Array(text[$0]) }
            }
            guard let location, !location.isEmpty else {
                mistakes += 1
                continue
            }
            locations.insert(location)
            addressCount += 1
            let look = location.withUnsafeBytes { AddressLook($0) }
            if look == .absoluteOther { otherCount += 1 }
            note(look, KeySense((segment.text(of: .name, at: row) ?? "").utf8))
            pictures += LocationDetection.namesPicture(location) ? 1 : 0
            likely += LocationDetection.isLikely(location) ? 1 : 0
        }
        areLists = (0..<segment.count).allSatisfy { segment.problem(at: $0) == .array }
        arePictures = pictures == count
        hasAddress = likely > 0 && likely * 2 >= locations.count
    }

    private mutating func note(_ look: AddressLook, _ name: KeySense) {
        switch look {
        case .data, .absolutePicture, .absoluteHint, .relativePicture, .rootedPicture:
            if UsualWords.signs.contains(name.joined) { signs += 1 } else { photos += 1 }
        case .absolute:
            if !name.isPage, !name.isAddress, !name.isPerson, !name.isOtherMedium { addressed += 1 }
        case .absoluteOther: break
        case .rooted, .words, .empty: mistakes += 1
        }
    }
}

/// How much of a document is written in the usual words for a photo's fields.
enum UsualWords {
    /// The share of usual keys, in percent. All names in an object from names to addresses are usual.
    static func share(in tree: ShapeTree) -> Int {
        if isMapOfAddresses(tree) { return 100 }
        var (usual, all) = (0, 0)
        for node in tree.nodes.dropFirst()
        where !node.isStar && node.tally.texts + node.tally.scalars > 0 {
            // Currencies are names.
            if PackedKey(tree[node.parent].key) == CollectionKey.rates { continue }
            all += 1
            usual += isUsual(node.key) || node.depth == 1 && isNamed(node) ? 1 : 0
        }
        return all == 0 ? 100 : usual * 100 / all
    }

    /// Whether most addresses in an outermost object are under keys of a document, which are no names of photos: "id",
    /// "next", "partOf".
    static func areKeys(in tree: ShapeTree) -> Bool {
        let members = tree.nodes.filter {
            $0.depth == 1 && !$0.isStar && $0.tally.absolute > 0 && $0.tally.pictureEndings == 0
        }
        let named = members.filter {
            isNamed($0) && !$0.sense.isIdentity && !KeyWord.ofDocuments.contains($0.sense.joined)
        }
        return !members.isEmpty && named.count * 2 < members.count && !haveLocation(in: tree) && !isRecord(tree)
    }

    /// `{count: 1302, next: "https://…", results: [{name, url}]}`: whether it is a page of a service's reply that says
    /// nothing of pictures. A person's own list does not count its pages.
    static func isPageOfReply(_ tree: ShapeTree) -> Bool {
        let outermost = tree.nodes.filter { $0.depth == 1 && !$0.isStar }
        let keys = Set(outermost.map(\.sense.joined))
        return keys.contains("next") && !keys.isDisjoint(with: ["previous", "prev", "count", "total", "totalcount"])
            && outermost.allSatisfy { $0.sense.picture == 0 }
    }

    /// The names of a thing's sign among its fields.
    static let signs: Set<String> = ["icon", "logo", "favicon", "badge"]

    /// Whether the records' addresses are those of things: no key names a picture, and the records say which thing it
    /// is.
    static func areLinks(in tree: ShapeTree) -> Bool {
        let places = tree.nodes.filter {
            !$0.isStar && $0.depth > 1 && $0.tally.addresses > 0 && EntryKey($0.key)?.field == .location
                && !isFeed($0.parent, in: tree)
        }
        let records = Set(places.map(\.parent))
        guard !places.isEmpty, !namesPictures(tree, records) else { return false }
        let fields = Dictionary(
            grouping: tree.nodes.filter { records.contains($0.parent) && $0.tally.texts + $0.tally.scalars > 0 },
            by: \.parent)
        return fields.values.contains(where: areOfThing)
    }

    /// Whether a record with these fields is about any thing. A person's own list of photos without endings has names
    /// and addresses, and perhaps kinds of its own. A link next to another address is the page of a photo.
    private static func areOfThing(_ fields: [ShapeTree.Node]) -> Bool {
        if fields.contains(where: { $0.sense.joined == "guid" }) { return true }
        if let type = fields.first(where: { $0.sense.joined == "type" }) {
            let isNamed = fields.contains { EntryKey($0.key)?.field == .name }
            if !isNamed || saysOther(type.tally.example) { return true }
        }
        let places = fields.filter { EntryKey($0.key)?.field == .location && $0.tally.addresses > 0 }
        return !places.isEmpty && places.allSatisfy { links.contains($0.sense.joined) }
    }

    /// Whether a record's type is that of something else: a page, a person, another medium.
    private static func saysOther(_ type: [UInt8]) -> Bool {
        if type.withUnsafeBytes({ PictureType($0) }) == .other { return true }
        return KeySense.words(of: type).contains { word in
            switch KeyWord.of(word) {
            case .page?, .person?, .otherMedium?: true
            default: false
            }
        }
    }

    /// Keys of addresses that lead to any thing.
    private static let links: Set<String> = ["link", "href"]

    /// Whether the only pictures are said of the feed that a service has read: `feed: {url, title, image}, items: […]`.
    static func showsOnlyFeed(_ plan: ShapePlan) -> Bool {
        let photos = plan.roles.indices.filter { if case .photo = plan.roles[$0] { true } else { false } }
        return !photos.isEmpty && plan.markupHomes.isEmpty
            && photos.allSatisfy { isFeed(plan.tree[Int32($0)].parent, in: plan.tree) }
    }

    private static func isFeed(_ node: Int32, in tree: ShapeTree) -> Bool {
        node > 0 && tree[node].depth == 1 && !tree[node].isStar && PackedKey(tree[node].key) == CollectionKey.feed
    }

    /// Whether a key with an address in those records, or one around them, names a picture.
    private static func namesPictures(_ tree: ShapeTree, _ records: Set<Int32>) -> Bool {
        let isNamed = tree.nodes.contains {
            records.contains($0.parent) && $0.sense.picture > 0 && $0.tally.addresses > 0
        }
        return isNamed
            || records.contains { record in
                tree.ancestors(of: record).contains { tree[$0].sense.picture > EvidenceTable.weakKey }
            }
    }

    /// Whether the outermost object is itself a record with a name and an address.
    private static func isRecord(_ tree: ShapeTree) -> Bool {
        let fields = tree.nodes.filter { $0.depth == 1 && !$0.isStar }.compactMap { EntryKey($0.key)?.field }
        return fields.contains(.location) && fields.contains(.name)
    }

    /// Whether records have a usual key for a photo's address.
    static func haveLocation(in tree: ShapeTree) -> Bool {
        tree.nodes.contains { !$0.isStar && $0.depth > 1 && EntryKey($0.key)?.field == .location }
    }

    private static func isUsual(_ key: [UInt8]) -> Bool {
        EntryKey(key) != nil || PackedKey(key).map { CollectionKey.facts.contains($0) } == true
    }

    /// Whether at least half of the texts of the outermost object are addresses, under keys that are names.
    private static func isMapOfAddresses(_ tree: ShapeTree) -> Bool {
        let members = tree.nodes.filter { $0.depth == 1 && $0.tally.texts > 0 }
        let hasPicture = members.contains { $0.tally.pictureEndings > 0 && !signs.contains($0.sense.joined) }
        return hasPicture && members.filter(isNamed).count * 2 >= members.count
    }

    /// Whether it is the address of a photo whose name is the key.
    private static func isNamed(_ node: ShapeTree.Node) -> Bool {
        let isAddress = node.tally.pictureEndings > 0 || node.tally.absolute > 0
        return isAddress && !node.sense.isAddress && !node.sense.isPage && !node.sense.isPerson
            && !(node.sense.isNumbered && node.sense.picture > 0)
            && (node.tally.pictureEndings > 0 || !CollectionKey.isOfFormat(node.key))
    }
}

extension EventTape.Event {
    /// Its text; nil if it has none.
    func text(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? { hasText ? text : nil }
}
