/// Which objects and lists are records, and how they stand to each other.
extension ShapeDecision {
    /// `image: {title, thumbnail: {source, width, height}, image: {source, width, height}}` next to lists: whether an
    /// object of the outermost one is a photo with a name and sizes of its own. A cover has none.
    static func isOwnRecord(_ node: Int32, in tree: ShapeTree, _ scorer: PictureScorer) -> Bool {
        let (sense, tally) = (tree[node].sense, tree[node].tally)
        guard tree[node].parent == ShapeTree.root, !tree[ShapeTree.root].isMap, !tree[node].isMap, tally.objects == 1,
            tally.arrays == 0, sense.picture > 0, !sense.isOrnament, !sense.isThumbnail, !sense.isPerson,
            scorer.siblings.has(.name, in: node)
        else { return false }
        let sizes = scorer.children[Int(node)].filter {
            !tree[$0].isStar && tree[$0].sense.picture > 0 && tree[$0].tally.measured > 0
        }
        return sizes.contains { tree[$0].sense.isThumbnail } && sizes.contains { !tree[$0].sense.isThumbnail }
    }

    /// The places of groups among those with the same points, by their records. Of two that lie in each other the inner
    /// one comes first: it names each picture, the outer one the first of them. Of others it is the one that lies less
    /// deep: the deeper one may be what a post quotes.
    func places(of groups: [Group]) -> [Int32: Int] {
        let byRecord = Dictionary(uniqueKeysWithValues: groups.map { ($0.record, (group: $0, points: $0.points)) })
        var places = byRecord.keys.reduce(into: [:]) { $0[$1] = tree[$1].depth }
        for (record, own) in byRecord {
            var above = record
            while above > ShapeTree.root {
                above = tree[above].parent
                guard let outer = byRecord[above], outer.points == own.points, !isEmbedded(own.group, in: outer.group)
                else { continue }
                places[above] = 2 * ShapeTree.maximumDepth - tree[above].depth
            }
        }
        return places
    }

    /// `events: [{images, _embedded: {venues: [{images}]}}]`: whether records are what others embed (HAL,
    /// https://datatracker.ietf.org/doc/html/draft-kelly-json-hal#section-4.1.2), and both have their pictures at the
    /// same keys: each those of what it is.
    private func isEmbedded(_ inner: Group, in outer: Group) -> Bool {
        let between = tree.ancestors(of: inner.record).prefix { $0 != outer.record }
        guard between.contains(where: { tree[$0].sense.joined == "embedded" }) else { return false }
        let paths = Set(outer.members.map { path(of: $0, in: outer) })
        return inner.members.contains { paths.contains(path(of: $0, in: inner)) }
    }

    /// The path of an address from its record.
    private func path(of member: Member, in group: Group) -> String {
        String(tree.path(of: member.node).dropFirst(tree.path(of: group.record).count))
    }

    /// Whether a list has pictures next to the one that the record around it is: `mainImage` and `gallery`. Next to a
    /// cover or a thumbnail, or in an album, it has the photos themselves.
    func isGallery(_ record: Int32, next groups: [Group]) -> Bool {
        let list = tree.name(of: record)
        guard list > 0, tree[record].parent == list, !tree[list].isMap, tree[list].sense.isGallery else { return false }
        let holder = recordOf[Int(list)]
        guard isDirect(list, in: holder), !tree[tree.name(of: holder)].sense.isCollection,
            let group = groups.first(where: { $0.record == holder })
        else { return false }
        return group.members.contains { isMain($0, of: holder) }
    }

    /// Whether an address is that of a record's own picture.
    private func isMain(_ member: Member, of record: Int32) -> Bool {
        let (tally, sense) = (tree[member.node].tally, tree[member.node].sense)
        let isPicture =
            tally.pictureEndings + tally.absoluteHint > 0 || member.evidence.pictureByKey >= EvidenceTable.leastPicture
        return isPicture && member.making == .itself && !sense.isOrnament && !sense.isPage && !sense.isPerson
            && isDirect(member.node, in: record)
    }

    /// Whether nothing lies between a value and its record, other than wrappers and what is called a picture.
    private func isDirect(_ node: Int32, in record: Int32) -> Bool {
        var above = tree[node].parent
        while above > record {
            let sense = tree[above].sense
            guard !tree[above].isStar, !tree[above].isMap, sense.isWrapper || sense.picture > 0, !sense.isOrnament,
                !sense.isPerson
            else { return false }
            above = tree[above].parent
        }
        return above == record
    }
}
