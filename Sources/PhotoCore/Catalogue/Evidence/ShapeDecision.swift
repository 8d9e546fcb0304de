/// Decides what is a photo in a survey: a pure function.
struct ShapeDecision {
    let tree: ShapeTree
    let scorer: PictureScorer
    /// For each path the record in which it lies.
    let recordOf: [Int32]
    private let origin: DocumentOrigin
    /// The records that contain their like, each with the path of what it contains.
    private let trees: [Int32: Int32]
    /// Whether objects have one address and its size in pixels, by their paths.
    private(set) var isSized: [Bool] = []

    /// Found addresses of one record.
    struct Group {
        let record: Int32
        var members: [Member]
        /// The points of its best address; less for thumbnails alone.
        var points: Int {
            let best = members.map(\.evidence.points).max() ?? 0
            return members.allSatisfy { $0.making == .thumbnail } ? best + EvidenceTable.onlySmall : best
        }
    }

    struct Member {
        let node: Int32
        let evidence: PictureEvidence
        let size: Int?
        let making: PictureMaking
    }

    /// How many records may be alternatives: more than any known document has.
    static let maximumRecordCount = 16
    /// How many addresses without a size a record may have.
    private static let mostUnsized = 3
    /// How many rejected candidates a trace lists.
    static let maximumRejectedCount = 12

    init(_ survey: ShapeSurvey, origin: DocumentOrigin = .server) {
        self.origin = origin
        tree = survey.tree
        scorer = PictureScorer(survey.tree, origin: origin)
        let tree = tree
        let scorer = scorer
        let trees = TreeFolds.records(in: tree, scorer.children)
        var recordOf = [Int32](repeating: 0, count: tree.nodes.count)
        for node in tree.nodes.indices.dropFirst() {
            let isRecord =
                tree.nodes[node].isStar
                ? !SizeLists.isSizeList(Int32(node), in: tree)
                : trees[Int32(node)] != nil || Self.isOwnRecord(Int32(node), in: tree, scorer)
            recordOf[node] = isRecord ? Int32(node) : recordOf[Int(tree.nodes[node].parent)]
        }
        self.recordOf = recordOf
        self.trees = trees.filter { recordOf[Int($0.key)] == $0.key }
        isSized = tree.nodes.indices.map { isSizedObject(Int32($0)) }
    }

    /// The decision, ready to read the document.
    func plan() -> ShapePlan {
        var rejected: [(node: Int32, evidence: PictureEvidence)] = []
        var groups: [Int32: Group] = [:]
        for node in tree.nodes.indices.dropFirst() {
            guard let evidence = scorer.evidence(for: Int32(node)) else { continue }
            let isAlone = recordOf[node] == ShapeTree.root && isOneRecord
            let isEnough =
                !isAlone || evidence.picture >= EvidenceTable.leastPictureAlone && !isRelative(Int32(node))
                || origin == .file && evidence.picture >= EvidenceTable.leastPictureOfFile
            guard evidence.suffices, isEnough else {
                rejected.append((Int32(node), evidence))
                continue
            }
            let record = recordOf[node]
            groups[record, default: Group(record: record, members: [])].members.append(
                Member(
                    node: Int32(node), evidence: evidence,
                    size: PictureSize.told(at: Int32(node), within: record, in: tree),
                    making: PictureSize.making(at: Int32(node), within: record, in: tree)))
        }
        dropNames(&groups, &rejected)
        dropOthers(&groups, &rejected)
        if isFilm {
            for (record, group) in groups {
                let areStills =
                    record == ShapeTree.root || tree[tree.name(of: record)].sense.isSizeSet
                    || tree[tree.name(of: record)].sense.isThumbnail
                    || group.members.allSatisfy { $0.making == .thumbnail }
                guard areStills else { continue }
                rejected += group.members.map { ($0.node, $0.evidence) }
                groups[record] = nil
            }
        }
        let chosen = choose(groups.values.sorted { $0.record < $1.record }, &rejected).map {
            Group(record: $0.record, members: withToldSizes($0.members))
        }
        return makePlan(chosen, rejected)
    }

    /// Whether the whole document is of one film, whose stills are no photos: it says so, and how long it lasts.
    private var isFilm: Bool {
        guard tree[ShapeTree.root].tally.objects == 1, !tree[ShapeTree.root].isMap else { return false }
        let own = scorer.children[Int(ShapeTree.root)].filter { !tree[$0].isStar }
        return own.contains { tree[$0].sense.known == .duration && tree[$0].tally.scalars + tree[$0].tally.texts > 0 }
            && own.contains {
                tree[$0].sense.known == .type
                    && Self.films.contains(String(decoding: tree[$0].tally.example, as: UTF8.self).lowercased())
            }
    }

    private static let films: Set<String> = ["video", "mp4", "webm", "mov", "m4v", "mkv"]

    /// Where records have absolute addresses, file names and paths are no addresses next to them.
    private func dropNames(
        _ groups: inout [Int32: Group], _ rejected: inout [(node: Int32, evidence: PictureEvidence)]
    ) {
        let tree = tree
        let isRelative = { (member: Member) in self.isRelative(member.node) }
        // A path from a root is no name.
        let isName = { (member: Member) in
            tree[member.node].sense.isName && tree[member.node].tally.rootedPicture == 0
        }
        for (record, group) in groups where !group.members.allSatisfy(isName) {
            rejected += group.members.filter { isName($0) && isRelative($0) }.map {
                ($0.node, $0.evidence)
            }
            groups[record]?.members.removeAll { isName($0) && isRelative($0) }
        }
        // The names of files whose addresses a text shows: `images: ["Sea.jpg"]` next to HTML with absolute addresses.
        if tree.nodes.contains(where: { $0.tally.absoluteMarkup > 0 }) {
            for (record, group) in groups where group.members.allSatisfy({ scorer.isListOfNames($0.node) }) {
                rejected += group.members.map { ($0.node, $0.evidence) }
                groups[record] = nil
            }
        }
        // Bytes in the document are a placeholder for the picture itself.
        let isData = { (member: Member) in
            tree[member.node].tally.data * 2 > tree[member.node].tally.addresses
        }
        for (record, group) in groups where !group.members.allSatisfy(isData) {
            rejected += group.members.filter(isData).map { ($0.node, $0.evidence) }
            groups[record]?.members.removeAll(where: isData)
        }
        // Links to pages say nothing of pictures' addresses.
        let isAbsolute = { (member: Member) in
            let tally = tree[member.node].tally
            let isPicture = tally.absolutePicture + tally.absoluteHint + tally.data > 0
            return !isRelative(member) && (isPicture || member.evidence.pictureByKey >= EvidenceTable.leastPicture)
        }
        let hasAbsolute = groups.contains {
            $0.key != ShapeTree.root && $0.value.members.contains(where: isAbsolute)
        }
        for (record, group) in groups where hasAbsolute || group.members.contains(where: isAbsolute) {
            rejected += group.members.filter(isRelative).map { ($0.node, $0.evidence) }
            groups[record]?.members.removeAll(where: isRelative)
            if groups[record]?.members.isEmpty == true { groups[record] = nil }
        }
    }

    /// Whether the document is one object, that is no record like those in it.
    private var isOneRecord: Bool { tree[ShapeTree.root].tally.objects <= 1 && trees[ShapeTree.root] == nil }

    private func isRelative(_ node: Int32) -> Bool {
        let tally = tree[node].tally
        return tally.relative * 2 > tally.addresses
    }

    // MARK: Choosing

    private func choose(
        _ groups: [Group], _ rejected: inout [(node: Int32, evidence: PictureEvidence)]
    ) -> [Group] {
        // A picture of the whole, next to a list of photos, is its cover.
        let listed = groups.filter { $0.record != ShapeTree.root }
        let hasMore = listed.contains { namesMore($0.record) }
        let isAlone = isOneRecord && !hasMore
        let candidates = listed.isEmpty || !isAlone ? groups : listed
        if !listed.isEmpty, isAlone {
            for group in groups where group.record == ShapeTree.root {
                rejected += group.members.map { ($0.node, $0.evidence) }
            }
        }
        let best = candidates.map(\.points).max() ?? 0
        let isGood = { (group: Group) in group.points * 100 >= best * EvidenceTable.leastShareOfBest }
        let good = candidates.filter(isGood)
        var chosen: [Group] = []
        for group in candidates {
            guard isGood(group) || isGallery(group.record, next: good) else {
                rejected += group.members.map { ($0.node, $0.evidence) }
                continue
            }
            chosen.append(reduced(group, &rejected))
        }
        let places = places(of: chosen)
        let order = chosen.map { (group: $0, points: $0.points, place: places[$0.record] ?? 0) }
        chosen = order.sorted { one, other in
            if one.points != other.points { return one.points > other.points }
            return (one.place, one.group.record) < (other.place, other.group.record)
        }.map(\.group)
        for group in chosen.dropFirst(Self.maximumRecordCount) {
            rejected += group.members.map { ($0.node, $0.evidence) }
        }
        return Array(chosen.prefix(Self.maximumRecordCount))
    }

    /// A record's addresses without those that are of something else. Of addresses without a size the best counts; the
    /// next ones stand in where it is missing.
    private func reduced(
        _ group: Group, _ rejected: inout [(node: Int32, evidence: PictureEvidence)]
    ) -> Group {
        let members = group.members.sorted {
            ($0.evidence.points, -$0.node) > ($1.evidence.points, -$1.node)
        }
        var reduced = Group(record: group.record, members: [])
        let (series, points) = (series(among: members), group.points)
        var unsizedCount = 0
        for member in members {
            let isSized = member.size != nil || isSizedAddress(member.node) || series[member.node] != nil
            // A page's address does not stand in.
            let mayStandIn = unsizedCount == 0 || !tree[member.node].sense.isPage
            // What a thumbnail has in points says nothing against the picture that it is made from.
            let isLikely =
                member.evidence.points * 2 >= points || unsizedCount == 0 && members[0].making == .thumbnail
            let isAmongFirst = unsizedCount < Self.mostUnsized && mayStandIn && isLikely
            if isSized || isAmongFirst {
                reduced.members.append(member)
                unsizedCount += isSized ? 0 : 1
            } else {
                rejected.append((member.node, member.evidence))
            }
        }
        return reduced
    }

    /// Whether a list has further pictures of the record that holds it: `additionalImages`.
    private func namesMore(_ record: Int32) -> Bool {
        tree[tree.name(of: record)].sense.isMore
    }

    /// Whether a list has pictures next to that of the record that holds it, whatever it is called.
    private func isMore(_ record: Int32) -> Bool {
        namesMore(record) || SizeLists.areAttached(record, in: tree) || SizeLists.areVariants(record, in: tree)
    }

    // MARK: The plan

    private func makePlan(
        _ chosen: [Group], _ rejected: [(node: Int32, evidence: PictureEvidence)]
    ) -> ShapePlan {
        let tree = tree
        let sizeOf = sizeOf(chosen)
        let measured = Set(sizeOf)
        let isHome = tree.nodes.indices.map { recordOf[$0] == Int32($0) }
        var onPath = Set(chosen.flatMap { tree.ancestors(of: $0.record) })
        let texts = markup(next: chosen)
        onPath.formUnion(texts.flatMap { tree.ancestors(of: recordOf[Int($0)]) })
        onPath.insert(ShapeTree.root)
        let isFieldHome = tree.nodes.indices.map { node in
            isHome[node]
                && (onPath.contains(Int32(node)) || node == 0
                    || tree[tree.nodes[node].parent].tally.mostElements > 1
                        && !tree[tree.name(of: Int32(node))].sense.isPart)
        }
        let dropped = Set(rejected.filter(\.evidence.suffices).map(\.node))
        // What was seen empty, or as an address that did not suffice, may yet be one.
        var roles = tree.nodes.indices.map { index in
            let node = tree.nodes[index]
            let mayBe =
                (node.sense.picture > 0 || node.sense.isAddress) && !dropped.contains(Int32(index))
            return node.tally.texts == 0 || mayBe ? ShapeRole.undecided : .useless
        }
        var hasSeries = false
        for (record, group) in chosen.enumerated() {
            let unsized = group.members.first { $0.size == nil }?.node
            let series = series(among: group.members)
            hasSeries = hasSeries || !series.isEmpty
            for (order, member) in group.members.enumerated() {
                let standsIn = unsized != member.node && member.size == nil && series[member.node] == nil
                roles[Int(member.node)] = .photo(
                    ShapeAddress(
                        record: record, size: member.size, making: member.making,
                        isUnsized: member.size == nil && !isSizedAddress(member.node)
                            && !measured.contains(member.node)
                            && !SizeLists.isMeasuredTuple(member.node, in: tree),
                        mustShowPicture: !scorer.isNamedByType(member.node)
                            && (standsIn || member.evidence.pictureByKey < EvidenceTable.leastPicture),
                        order: order, depth: sizeDepth(of: member.node), series: series[member.node] ?? 0,
                        endsWithSize: endsWithSize(member.node)))
            }
        }
        var plan = ShapePlan(
            tree: tree, roles: roles, records: chosen.map(\.record), points: chosen.map(\.points),
            isAbsolute: chosen.contains { group in group.members.contains { !isRelative($0.node) } },
            isMore: chosen.map { isMore($0.record) || isGallery($0.record, next: chosen) }, isHome: isHome,
            isFieldHome: isFieldHome, isSized: isSized,
            sizeOf: sizeOf, markup: [Int8](repeating: -1, count: tree.nodes.count),
            shape: shape(chosen, [], rejected, texts))
        for node in texts where plan.records.count < Self.maximumRecordCount {
            plan.markup[Int(node)] = Int8(plan.records.count)
            plan.markupHomes.append(recordOf[Int(node)])
            plan.records.append(ShapePlan.noRecord)
            plan.points.append(0)
            plan.isMore.append(true)
        }
        (plan.showsWorks, plan.hasSeries) = (areOfWorks(chosen), hasSeries)
        guard !plan.records.isEmpty else { return plan }
        plan.trees = trees
        let fields = ShapeFields(plan)
        for node in tree.nodes.indices.dropFirst() {
            if case .photo = plan.roles[node] { continue }
            let tally = tree.nodes[node].tally
            guard tally.texts + tally.scalars > 0 else { continue }
            if let role = fields.role(of: Int32(node), in: plan.tree) { plan.roles[node] = role }
        }
        plan.hasSeveralTypes = plan.roles.indices.contains { node in
            if case .type = plan.roles[node] { tree.nodes[node].tally.hasSeveral } else { false }
        }
        noteSizeNames(in: &plan)
        noteTypes(of: chosen, in: &plan)
        plan.shape = shape(chosen, fieldPaths(plan), rejected, texts)
        return plan
    }

    /// Notes which addresses have a type next to them that is a picture's, or that of something else.
    private func noteTypes(of chosen: [Group], in plan: inout ShapePlan) {
        for member in chosen.flatMap(\.members) {
            guard case .photo(var address) = plan.roles[Int(member.node)] else { continue }
            let types = scorer.siblings.types(nextTo: member.node)
            // Where all records are pictures by their types alone, one that does not say so is one, too.
            let own = tree[member.node].tally
            let hasOthers = types.contains {
                let tally = tree[$0].tally
                return tally.pictureTypes < tally.texts + tally.scalars
            }
            address.isTyped =
                (hasOthers || own.pictureEndings > 0) && types.contains { plan.roles[Int($0)] == .type(isStrict: true) }
            plan.roles[Int(member.node)] = .photo(address)
        }
    }

    /// The paths of texts in HTML or Markdown that may show pictures: those of a person, a film or a button show none
    /// of the record's own. Fields are plain text, but a description, and what should be a photo's address; those of a
    /// saved catalogue are plain text too.
    private func markup(next chosen: [Group]) -> [Int32] {
        guard tree.nodes.contains(where: { $0.tally.markup > 0 }) else { return [] }
        let records = Set(chosen.flatMap(\.members).map { tree[$0.node].parent })
        return tree.nodes.indices.dropFirst().map(Int32.init).filter { node in
            let (tally, sense) = (tree[node].tally, tree[tree.name(of: node)].sense)
            guard tally.markup > 0 || tally.html > 0, !sense.isPerson, !sense.isOtherMedium else { return false }
            guard let field = EntryKey(tree[tree.name(of: node)].key)?.field else { return true }
            return (field == .description || field == .location) && !isSaved(tree[node].parent, records)
        }
    }

    /// Whether an object has the keys of saved rows and no others. ``CatalogueSaver`` writes them: the row that was
    /// saved showed what its address names, and its description as text. Saved rows may lack an address. Other programs
    /// write the same keys for posts, whose addresses are none of photos, as those of `records` are.
    private func isSaved(_ object: Int32, _ records: Set<Int32>) -> Bool {
        let fields = scorer.children[Int(object)]
        guard fields.allSatisfy({ Self.savedKeys.contains(tree[$0].key) }),
            let location = fields.first(where: { tree[$0].key == Self.savedLocation })
        else { return false }
        return records.contains(object) || tree[location].tally.addresses == 0
            || tree[tree.name(of: object)].key == Self.savedList
    }

    private static let savedKeys = Set(CatalogueField.allCases.map { Array($0.savedKey.utf8) })
    private static let savedList = Array("photos".utf8)
    private static let savedLocation = Array(CatalogueField.location.savedKey.utf8)
}
