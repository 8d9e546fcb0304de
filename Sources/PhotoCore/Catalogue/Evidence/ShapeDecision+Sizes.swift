/// What tells the sizes of addresses.
extension ShapeDecision {
    /// Whether an object has width and height, and one address that may be a picture's.
    func isSizedObject(_ node: Int32) -> Bool {
        let fields = scorer.children[Int(node)]
        let known = fields.filter { tree[$0].tally.texts + tree[$0].tally.scalars > 0 }.map {
            tree[$0].sense.known
        }
        // In a list of sizes every address has the size of its element.
        let tellsSize = known.contains(.byteCount) || known.contains(.width)
        if isSize(node), tellsSize || !SizeLists.sizeNames(of: node, in: tree).isEmpty { return true }
        let hasBoth = known.contains(.width) && known.contains(.height)
        guard hasBoth || known.contains(.scale) || known.contains(.resolution) else { return false }
        let mayBe = fields.filter { field in
            let (tally, sense) = (tree[field].tally, tree[field].sense)
            return tally.pictureEndings + tally.absoluteHint + tally.absolute > 0 && !sense.isPage
                && !sense.isPerson
        }
        let absolute = mayBe.filter { tree[$0].tally.relative * 2 <= tree[$0].tally.addresses }
        let likely = absolute.isEmpty ? mayBe : absolute
        let certain = likely.filter { tree[$0].tally.pictureEndings > 0 }
        return (certain.isEmpty ? likely : certain).count == 1
    }

    /// Whether what holds an address tells its size.
    func isSizedAddress(_ node: Int32) -> Bool {
        isSized[Int(tree[node].parent)] || sizeDepth(of: node) > 0
    }

    /// How many objects lie between an address and the element of a list of sizes that tells its size:
    /// `{width: 350, height: 263, content: {data: "https://…"}}`.
    func sizeDepth(of node: Int32) -> Int {
        let holder = tree[node].parent
        guard holder > 0, !tree[holder].isStar, !isSized[Int(holder)], isSize(tree[holder].parent),
            isSized[Int(tree[holder].parent)]
        else { return 0 }
        return 1
    }

    /// Whether an address is one of a list of sizes, and the first ones end with words for them.
    func endsWithSize(_ node: Int32) -> Bool {
        guard isSize(node) else { return false }
        let tally = tree[node].tally
        return (PictureSize.ofLastPart(tally.example) ?? PictureSize.ofLastPart(tally.second)) != nil
    }

    func isSize(_ node: Int32) -> Bool {
        node > 0 && tree[node].isStar && SizeLists.isSizeList(node, in: tree)
    }

    /// Notes what says which size each element of a list is: no name of the record's. Where numbers tell the size,
    /// words are not needed.
    func noteSizeNames(in plan: inout ShapePlan) {
        for star in tree.nodes.indices.dropFirst() where !tree.nodes[star].whiches.isEmpty {
            let names = SizeLists.sizeNames(of: Int32(star), in: tree)
            guard let first = names.first, isSize(Int32(star)) else { continue }
            for name in names { plan.roles[Int(name)] = .useless }
            guard tree.nodes[star].tally.measured == 0 else { continue }
            plan.roles[Int(first)] = .sizeName
            plan.hasSizeNames = true
        }
    }

    /// For a width or height that names an address next to it, that address: `width_o` and `url_o`.
    func sizeOf(_ chosen: [Group]) -> [Int32] {
        var sizeOf = [Int32](repeating: -1, count: tree.nodes.count)
        // The sides in each object by what they name.
        var sides: [Int32: [[String]: [Int32]]] = [:]
        for member in chosen.flatMap(\.members) where !tree[member.node].isStar {
            let (stem, object) = (tree[member.node].sense.stem, tree[member.node].parent)
            if stem.isEmpty { continue }
            let own =
                sides[object]
                ?? Dictionary(
                    grouping: scorer.children[Int(object)].filter { tree[$0].sense.side != nil },
                    by: { tree[$0].sense.stem })
            sides[object] = own
            for side in own[stem] ?? [] { sizeOf[Int(side)] = member.node }
        }
        return sizeOf
    }

    /// The same addresses with the sizes that they tell themselves, where these differ in nothing else: that of
    /// `small: "/56x56-80.jpg"` next to `medium: "/250x250-80.jpg"` is no usual small size.
    func withToldSizes(_ members: [Member]) -> [Member] {
        // Each is compared with each.
        guard members.count <= EvidenceTable.mostSizedKeys else { return members }
        return members.map { member in
            // A number in the key is no estimate.
            guard member.size != nil, tree[member.node].sense.namesSize,
                let told = members.lazy.compactMap({ self.box(of: member, next: $0) }).first
            else { return member }
            return Member(node: member.node, evidence: member.evidence, size: told, making: member.making)
        }
    }

    /// The longer side that the first two addresses at a path tell, compared with those at another one.
    private func box(of member: Member, next other: Member) -> Int? {
        let (own, beside) = (tree[member.node].tally, tree[other.node].tally)
        guard member.node != other.node, own.secondNumber == beside.secondNumber,
            let first = PictureSize.box(own.example, next: beside.example)
        else { return nil }
        return own.second.isEmpty || PictureSize.box(own.second, next: beside.second) == first ? first : nil
    }
}
