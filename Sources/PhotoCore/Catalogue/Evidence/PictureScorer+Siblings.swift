/// The evidence of the keys and values next to an address.
extension PictureScorer {
    func addSiblings(of node: Int32, to evidence: inout PictureEvidence) {
        guard !tree[node].isStar else { return }
        let siblings = children[Int(tree[node].parent)].filter { $0 != node }
        var known: Set<KeySense.Known> = []
        for sibling in siblings {
            let (sense, tally) = (tree[sibling].sense, tree[sibling].tally)
            if tally.texts + tally.scalars > 0, let meaning = sense.known { known.insert(meaning) }
            guard sense.known == .type else { continue }
            if tally.pictureTypes > 0 {
                evidence.add(picture: EvidenceTable.pictureType, "a picture’s type stands beside it")
            } else if tally.pictureKinds > 0 {
                let isValue = tree[node].tally.pictureEndings > 0
                evidence.add(
                    picture: EvidenceTable.pictureKind, isValue: isValue,
                    "“\(String(decoding: tree[sibling].tally.example, as: UTF8.self))” stands beside it")
            }
        }
        if known.contains(.width), known.contains(.height) {
            evidence.add(picture: EvidenceTable.dimensions, "width and height stand beside it")
        }
        // A file with a number is fetched by that, not by its name.
        let isNumbered = siblings.contains { tree[$0].sense.isFileNumber }
        let isListed =
            known.contains(.byteCount) && known.contains(.time)
            || known.contains(.width) && known.contains(.height) && !isNumbered
        if isListed, siblings.count <= EvidenceTable.mostListingKeys, tree[node].sense.isName,
            tree[node].tally.relativePicture > 0
        {
            evidence.add(address: EvidenceTable.fileListing, "it is in a list of files")
        }
        let tally = tree[node].tally
        if (tally.rooted + tally.rootedPicture) * 2 > tally.addresses, siblings.contains(where: { isHost($0) }) {
            evidence.add(address: EvidenceTable.otherServer, "a host stands beside it")
        }
        addNestedType(siblings, to: &evidence)
        addOtherSize(of: node, siblings, to: &evidence)
        addFileName(of: node, siblings, to: &evidence)
        if isSoleAddress(node, siblings) {
            evidence.add(picture: EvidenceTable.soleAddress, "it is the only address beside pictures’ file names")
        }
    }

    /// `url: "https://…/600/a1", thumbnailUrl: "https://…/150/a1"`: whether it is the address next to it at another
    /// size, and one of the two keys names a picture.
    private func addOtherSize(of node: Int32, _ siblings: [Int32], to evidence: inout PictureEvidence) {
        let (tally, sense) = (tree[node].tally, tree[node].sense)
        // Each is compared with each.
        guard siblings.count <= EvidenceTable.mostSizedKeys, tally.pictureEndings == 0,
            tally.absolute + tally.absoluteHint == tally.texts
        else { return }
        let other = siblings.first { sibling in
            let beside = tree[sibling].sense
            return (sense.picture > 0 || beside.picture > 0) && !beside.isPerson && !beside.isSign
                && !beside.isOtherMedium && isSize(tally, of: tree[sibling].tally)
        }
        guard let other else { return }
        let key = String(decoding: tree[other].key.prefix(40), as: UTF8.self)
        evidence.add(picture: EvidenceTable.otherSize, "it is “\(key)” with another size")
    }

    /// Whether the first addresses at two paths differ in a size, and so do the second ones: in the same, at one of the
    /// paths at least. Numbers of documents are others in each record.
    private func isSize(_ one: ShapeTally, of other: ShapeTally) -> Bool {
        guard let first = PictureSize.sides(one.example, other.example) else { return false }
        // Where one is missing in a record, the second ones are of different records.
        if one.secondNumber != other.secondNumber || one.second.isEmpty { return true }
        guard let second = PictureSize.sides(one.second, other.second) else { return false }
        return first.0 == second.0 || first.1 == second.1
    }

    /// `external_id: "sea.jpg", row_data: "https://…/b/1"`: whether names next to it are pictures' file names, all of
    /// them, and nothing else there is an address.
    private func isSoleAddress(_ node: Int32, _ siblings: [Int32]) -> Bool {
        let (tally, sense) = (tree[node].tally, tree[node].sense)
        let isOther = sense.isPage || sense.isPerson || sense.isOtherMedium || sense.isIdentity
        guard !isOther, sense.picture == 0, tally.absolute == tally.texts else { return false }
        let named = siblings.filter { tree[$0].sense.isName && tree[$0].tally.relativePicture > 0 }
        return named.contains { tree[$0].tally.relativePicture == tree[$0].tally.texts }
            && siblings.allSatisfy { tree[$0].tally.addresses == tree[$0].tally.relativePicture }
    }

    /// `key: "sea.jpg", links: {self: "https://…/sea.jpg/content"}`: an address that holds the name of the file next to
    /// it.
    private func addFileName(of node: Int32, _ siblings: [Int32], to evidence: inout PictureEvidence) {
        let isListed = tree.ancestors(of: node).contains { $0 > 0 && tree[$0].isStar }
        guard tree[node].tally.heldNames > 0, isListed else { return }
        let holder = tree[node].parent
        let isLinks = holder > 0 && !tree[holder].isStar && tree[holder].sense.isAddress
        let names = siblings + (isLinks ? children[Int(tree[holder].parent)] : [])
        if names.contains(where: { tree[$0].sense.isName && tree[$0].tally.relativePicture > 0 }) {
            evidence.add(
                picture: EvidenceTable.fileName, isValue: true, "a picture’s file name stands beside it, and in it")
        }
    }

    /// `host: "img.example"`, `url_location: "img.example"`: the key and the value say that it is a server's name.
    private func isHost(_ node: Int32) -> Bool {
        // Every pair of keys comes here, and splitting a key into words is slow.
        guard tree[node].tally.texts > 0, HostName.isHost(tree[node].tally.example) else { return false }
        return KeySense.words(of: tree[node].key).last.map { Self.hosts.contains($0) } ?? false
    }

    private static let hosts: Set<String> = ["host", "hostname", "domain", "location", "server"]

    /// `file: {mimeType: "image/jpeg"}` next to it.
    private func addNestedType(_ siblings: [Int32], to evidence: inout PictureEvidence) {
        let parts = siblings.filter { tree[$0].sense.isWrapper || tree[$0].sense.isAddress }
            .flatMap { children[Int($0)] }
        if parts.contains(where: { tree[$0].sense.known == .type && tree[$0].tally.pictureTypes > 0 }) {
            evidence.add(
                picture: EvidenceTable.pictureType, "a picture’s type stands in an object beside it")
        }
    }
}
