/// The evidence of the keys and values next to an address.
extension PictureScorer {
    func addSiblings(of node: Int32, to evidence: inout PictureEvidence) {
        guard !tree[node].isStar else {
            addTypeNextToOnly(node, to: &evidence)
            if isSoleList(node) {
                evidence.add(
                    picture: EvidenceTable.soleAddress, "they are the only addresses beside pictures’ file names")
            }
            return
        }
        // `Format: "JPG", Thumb: "https://…/1.jpg", WebUri: "https://…/1"`: a page has no format, the picture has.
        let isPageOfPicture =
            tree[node].sense.isPage && tree[node].tally.pictureEndings == 0
            && siblings.has(.pictureFile, nextTo: node)
        for sibling in siblings.types(nextTo: node) where !isPageOfPicture {
            let tally = tree[sibling].tally
            if tally.pictureTypes > 0 {
                evidence.add(picture: EvidenceTable.pictureType, "a picture’s type stands beside it")
            } else if tally.pictureKinds > 0 {
                let isValue = tree[node].tally.pictureEndings > 0
                evidence.add(
                    picture: EvidenceTable.pictureKind, isValue: isValue,
                    "“\(String(decoding: tree[sibling].tally.example, as: UTF8.self))” stands beside it")
            }
        }
        if tree[node].tally.pictureEndings == 0, isNamedByType(node) {
            evidence.add(picture: EvidenceTable.pictureKind, "the type of what holds it is a picture’s")
        }
        let isMeasured = siblings.has(.width, nextTo: node) && siblings.has(.height, nextTo: node)
        if isMeasured, !isPageOfPicture {
            evidence.add(picture: EvidenceTable.dimensions, "width and height stand beside it")
        }
        addFileListing(of: node, isMeasured: isMeasured, to: &evidence)
        let tally = tree[node].tally
        if (tally.rooted + tally.rootedPicture) * 2 > tally.addresses, siblings.has(.host, nextTo: node) {
            evidence.add(address: EvidenceTable.otherServer, "a host stands beside it")
        }
        if siblings.has(.holdsType, nextTo: node) {
            evidence.add(
                picture: EvidenceTable.pictureType, "a picture’s type stands in an object beside it")
        }
        addOtherSize(of: node, to: &evidence)
        addFileName(of: node, to: &evidence)
        if isSoleAddress(node) {
            evidence.add(picture: EvidenceTable.soleAddress, "it is the only address beside pictures’ file names")
        }
    }

    /// `type: "image", image: {type: "external", external: {url: "https://…"}}`: whether an address lies in an object
    /// that is called a picture, and next to which the type says so.
    func isNamedByType(_ node: Int32) -> Bool {
        guard !tree[node].isStar, tree[node].sense.isAddress, tree[node].sense.stem.isEmpty else { return false }
        for object in tree.ancestors(of: node).dropFirst().prefix(2) {
            if object <= 0 || tree[object].isStar { return false }
            guard Self.kinds.contains(tree[object].sense.joined), tree[object].tally.objects > 0 else { continue }
            return siblings.types(nextTo: object).contains { tree[$0].tally.pictureKinds > 0 }
        }
        return false
    }

    /// What a type and the object next to it are called.
    private static let kinds: Set<String> = ["image", "photo", "picture"]

    /// `{name: "sea.jpg", size: 1200, mtime: …}`
    private func addFileListing(of node: Int32, isMeasured: Bool, to evidence: inout PictureEvidence) {
        guard children[Int(tree[node].parent)].count - 1 <= EvidenceTable.mostListingKeys, tree[node].sense.isName,
            tree[node].tally.relativePicture > 0
        else { return }
        // A file with a number is fetched by that, not by its name.
        let isNumbered = siblings.has(.fileNumber, nextTo: node)
        let isListed =
            siblings.has(.byteCount, nextTo: node) && siblings.has(.time, nextTo: node) || isMeasured && !isNumbered
        if isListed { evidence.add(address: EvidenceTable.fileListing, "it is in a list of files") }
    }

    /// `type: "IMAGE", preview: ["https://…"]`: the type that stands next to an array of one.
    private func addTypeNextToOnly(_ node: Int32, to evidence: inout PictureEvidence) {
        let list = tree[node].parent
        guard list > 0, !tree[list].isStar, tree[list].tally.mostElements == 1 else { return }
        for sibling in siblings.types(nextTo: list) {
            if tree[sibling].tally.pictureTypes + tree[sibling].tally.pictureKinds > 0 {
                return evidence.add(picture: EvidenceTable.pictureKind, "a picture’s type stands beside it")
            }
        }
    }

    /// `url: "https://…/600/a1", thumbnailUrl: "https://…/150/a1"`: whether it is the address next to it at another
    /// size, and one of the two keys names a picture.
    private func addOtherSize(of node: Int32, to evidence: inout PictureEvidence) {
        let (tally, sense) = (tree[node].tally, tree[node].sense)
        let all = children[Int(tree[node].parent)]
        // Each is compared with each.
        guard all.count - 1 <= EvidenceTable.mostSizedKeys, tally.pictureEndings == 0,
            tally.absolute + tally.absoluteHint == tally.texts
        else { return }
        let other = all.first { sibling in
            let beside = tree[sibling].sense
            return sibling != node && (sense.picture > 0 || beside.picture > 0) && !beside.isPerson && !beside.isSign
                && !beside.isOtherMedium && (isSize(tally, of: tree[sibling].tally) || isForm(node, of: sibling))
        }
        guard let other else { return }
        let key = String(decoding: tree[other].key.prefix(40), as: UTF8.self)
        evidence.add(picture: EvidenceTable.otherSize, "it is “\(key)” with another size")
    }

    /// `highres: "https://…/b1.highres", thumbnail: "https://…/b1.thumbnail"`: whether the first addresses at two paths
    /// differ in nothing but their keys, with which they end, and which name a picture or a size.
    private func isForm(_ node: Int32, of other: Int32) -> Bool {
        let (key, otherKey) = (tree[node].key, tree[other].key)
        let (one, another) = (tree[node].tally.example, tree[other].tally.example)
        let sense = tree[node].sense
        guard sense.picture > 0 || sense.namesSize, key != otherKey,
            one.count - key.count == another.count - otherKey.count
        else { return false }
        return one.suffix(key.count).elementsEqual(key) && another.suffix(otherKey.count).elementsEqual(otherKey)
            && one.dropLast(key.count).elementsEqual(another.dropLast(otherKey.count))
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
    private func isSoleAddress(_ node: Int32) -> Bool {
        let (tally, sense) = (tree[node].tally, tree[node].sense)
        let isOther = sense.isPage || sense.isPerson || sense.isOtherMedium || sense.isIdentity
        guard !isOther, sense.picture == 0, tally.absolute == tally.texts else { return false }
        return siblings.has(.onlyFileNames, nextTo: node) && !siblings.has(.otherAddress, nextTo: node)
    }

    /// `filename: "sea.jpg", variants: ["https://…/a1/public", "https://…/a1/thumbnail"]`: the same for the sizes of
    /// one file.
    private func isSoleList(_ node: Int32) -> Bool {
        let list = tree[node].parent
        let tally = tree[node].tally
        guard list > 0, !tree[list].isStar, tree[list].sense.isSizeSet, SizeLists.isSizeList(node, in: tree) else {
            return false
        }
        return tally.absolute + tally.absoluteHint == tally.texts && siblings.has(.onlyFileNames, nextTo: list)
            && !siblings.has(.otherAddress, nextTo: list)
    }

    /// `key: "sea.jpg", links: {self: "https://…/sea.jpg/content"}`: an address that holds the name of the file next to
    /// it.
    private func addFileName(of node: Int32, to evidence: inout PictureEvidence) {
        let isListed = tree.ancestors(of: node).contains { $0 > 0 && tree[$0].isStar }
        guard tree[node].tally.heldNames > 0, isListed else { return }
        let holder = tree[node].parent
        let isLinks = holder > 0 && !tree[holder].isStar && tree[holder].sense.isAddress
        if siblings.has(.fileName, nextTo: node) || isLinks && siblings.has(.fileName, in: tree[holder].parent) {
            evidence.add(
                picture: EvidenceTable.fileName, isValue: true, "a picture’s file name stands beside it, and in it")
        }
    }
}
