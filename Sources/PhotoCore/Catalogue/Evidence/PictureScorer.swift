/// Adds up the evidence for a path.
struct PictureScorer {
    let tree: ShapeTree
    let children: [[Int32]]
    /// What stands next to addresses.
    let siblings: SiblingCounts
    /// Where the document is from.
    private let origin: DocumentOrigin

    init(_ tree: ShapeTree, origin: DocumentOrigin = .server) {
        (self.tree, self.origin) = (tree, origin)
        children = tree.children()
        siblings = SiblingCounts(tree, children)
    }

    /// The evidence for the texts at `node`; nil without an address among them.
    func evidence(for node: Int32) -> PictureEvidence? {
        guard tree[node].tally.addresses > 0 else { return nil }
        var evidence = PictureEvidence()
        addValues(of: node, to: &evidence)
        addKeys(of: node, to: &evidence)
        addSiblings(of: node, to: &evidence)
        addRepetition(of: node, to: &evidence)
        return evidence
    }

    // MARK: Values

    private func addValues(of node: Int32, to evidence: inout PictureEvidence) {
        let tally = tree[node].tally
        let share = { (count: Int, points: Int) in
            (count * points + tally.addresses / 2) / max(1, tally.addresses)
        }
        let absolute = tally.absolute + tally.absolutePicture + tally.absoluteHint + tally.absoluteOther
        evidence.add(
            address: share(absolute, EvidenceTable.absolute), "its values are absolute addresses")
        evidence.add(
            address: share(tally.relativePicture, EvidenceTable.relativePicture),
            "its values are pictures’ file names")
        evidence.add(
            address: share(tally.rootedPicture, EvidenceTable.relativePicture + 1),
            "its values are paths of pictures")
        evidence.add(address: share(tally.rooted, EvidenceTable.rooted), "its values are paths")
        if origin != .file, Self.isOnDisk(tally.example), tally.rootedPicture + tally.rooted > 0 {
            evidence.add(address: EvidenceTable.diskPath, "its values are paths on a disk")
        }
        if origin != .file, tally.relativePicture * 2 > tally.addresses, HostName.begins(tally.example) {
            evidence.add(address: EvidenceTable.otherServer, "its values begin with a host")
        }
        if origin == .reply, isListOfNames(node) {
            evidence.add(address: EvidenceTable.namesInReply, "its values are names in the reply to a query")
        }
        evidence.add(address: share(tally.data, EvidenceTable.dataAddress), "its values hold data")
        if tally.example.starts(with: "https:".utf8) {
            evidence.add(support: EvidenceTable.secure, "its values are secure")
        }
        if tally.words > tally.addresses * 4
            || tally.relative * 2 > tally.addresses
                && tally.words > 0
                && tally.words >= (tree[node].isStar ? 1 : 2) * tally.pictureEndings
        {
            evidence.add(address: EvidenceTable.mostlyWords, "most of its values are words")
        }
        // One picture among pages suffices: each value is judged again when it is read.
        let endings = tally.absolutePicture + tally.relativePicture + tally.rootedPicture
        if endings > 0 {
            evidence.add(picture: EvidenceTable.ending, isValue: true, "its values end like pictures")
        } else if tally.absoluteHint > 0 {
            evidence.add(
                picture: share(tally.absoluteHint, EvidenceTable.hint), isValue: true,
                "its addresses have a picture’s format or folder")
        }
        if tally.data > 0 {
            evidence.add(picture: EvidenceTable.dataPicture, isValue: true, "its values hold pictures")
        }
        if endings == 0 {
            evidence.add(
                picture: share(tally.absoluteOther, EvidenceTable.otherEnding),
                "its values end like other files")
        }
        if tally.texts >= 4, tally.sameAsFirst * 5 >= tally.texts * 4 {
            evidence.add(picture: EvidenceTable.sameEverywhere, "its values are all the same")
        }
    }

    /// `images: ["Sea.jpg", "Quay.jpg"]`: whether its values are a list of nothing but files' names without folders.
    func isListOfNames(_ node: Int32) -> Bool {
        let tally = tree[node].tally
        // XML repeats an element.
        let isList = tree[node].isStar || tally.texts > tree[tree[node].parent].tally.objects
        return isList && tally.relativePicture == tally.texts && !tally.example.contains(UInt8(ascii: "/"))
    }

    // MARK: Keys

    private func addKeys(of node: Int32, to evidence: inout PictureEvidence) {
        let name = tree.name(of: node)
        let sense = tree[name].sense
        let key = String(decoding: tree[name].key.prefix(40), as: UTF8.self)
        if sense.isAddress {
            evidence.add(address: EvidenceTable.addressKey, "“\(key)” names an address")
        }
        if sense.picture > 0 {
            evidence.add(picture: sense.picture, "“\(key)” names a picture")
            evidence.add(address: EvidenceTable.pictureKeyAddress, "“\(key)” names a file")
        }
        if sense.isPerson {
            evidence.add(picture: EvidenceTable.personKey, "“\(key)” names a person or a sign")
        }
        if sense.isPage, !sense.isThing || tree[node].tally.pictureEndings == 0 {
            evidence.add(picture: EvidenceTable.pageKey, "“\(key)” names a page")
        }
        if sense.isOtherMedium {
            evidence.add(picture: EvidenceTable.otherMediumKey, "“\(key)” names another medium")
        }
        let tally = tree[node].tally
        if sense.stem == ["key"], tally.rootedPicture >= 2, tally.rootedPicture == tally.texts {
            // No title begins at a root.
            evidence.add(address: EvidenceTable.rootedKeys, "“\(key)” names what each record has at its own path")
        } else if sense.isName, tally.relative * 2 > tally.addresses {
            evidence.add(address: EvidenceTable.nameKey, "“\(key)” names a text")
        }
        if sense.isPath, sense.picture < EvidenceTable.photoKey, tally.rootedPicture + tally.rooted > 0 {
            evidence.add(address: EvidenceTable.diskPath, "“\(key)” names a path on a disk")
        } else if sense.isFile, tally.rootedPicture + tally.rooted > 0, standsByAddress(node) {
            evidence.add(address: EvidenceTable.diskPath, "“\(key)” names a path on a disk, next to the address")
        }
        if sense.isOrnament {
            evidence.add(support: EvidenceTable.ornament, "“\(key)” names an ornament")
        }
        if origin == .file, sense.isFile, tally.pictureEndings == tally.texts {
            evidence.add(address: EvidenceTable.localFile, "“\(key)” names a file, in a file on this computer")
        }
        addContainers(of: node, below: name, to: &evidence)
        addRelation(of: node, to: &evidence)
    }

    /// `key: "/parts/11/file.jpg", file: "/data/1.jpg"`: whether a sibling is called an address, and is a picture's.
    private func standsByAddress(_ node: Int32) -> Bool {
        !tree[node].isStar && siblings.has(.rootedAddress, nextTo: node)
    }

    /// `links: {image: {href: …}}` (HAL): the key above names what the link leads to. A photo's may lead to its record.
    private func addRelation(of node: Int32, to evidence: inout PictureEvidence) {
        let above = tree.ancestors(of: node).dropFirst().prefix(2).filter { $0 > 0 && !tree[$0].isStar }
        guard tree[node].sense.isAddress, above.count == 2, tree[above[1]].sense.isAddress else { return }
        let sense = tree[above[0]].sense
        if sense.picture >= EvidenceTable.imageKey || sense.isThumbnail {
            evidence.add(picture: EvidenceTable.relation, "its link’s relation is a picture")
        }
        // `name: "sea.jpg", _links: {content: {href}}`
        if Self.contents.contains(sense.joined), tree[above[1]].parent > 0, !tree[tree[above[1]].parent].isMap,
            siblings.has(.onlyFileNames, in: tree[above[1]].parent)
        {
            evidence.add(picture: EvidenceTable.soleAddress, "its link leads to what pictures’ file names name")
        }
    }

    /// The relations of links to files.
    private static let contents: Set<String> = ["content", "download", "enclosure", "original"]

    /// The keys of the objects and of the list that hold it, up to the next list.
    private func addContainers(of node: Int32, below name: Int32, to evidence: inout PictureEvidence) {
        let around = tree.ancestors(of: node).dropFirst().prefix(4)
        if around.contains(where: { $0 > 0 && isLinkCard($0, of: node) }) {
            return evidence.add(picture: EvidenceTable.personKey, "it lies in a link’s card")
        }
        var best: (points: Int, key: [UInt8])?
        var stars = tree[node].isStar ? 1 : 0
        var isInList = tree[node].isStar && hasSeveralRecords(node)
        var areListed = isInList && isListOfPictures(name)
        for above in tree.ancestors(of: name).dropFirst() where above > 0 {
            if tree[above].isStar {
                stars += 1
                if stars > 1, !isSizeList(above) { break }
                isInList = hasSeveralRecords(above)
                continue
            }
            let sense = tree[above].sense
            let isFields = sense.isLabels && tree[above].tally.arrays == 0 && !tree[above].isMap
            areListed = areListed || isInList && isListOfPictures(above)
            if !isFields, !areListed, sense.isPersonItself || sense.isSign || sense.isPerson && sense.picture > 0,
                !isOneOfAlike(above, node), !TreeFolds.isOutermost(above, in: tree)
            {
                let key = String(decoding: tree[above].key.prefix(40), as: UTF8.self)
                evidence.add(picture: EvidenceTable.personKey, "it lies in “\(key)”, a person or a sign")
                return
            }
            // A document's outermost element says what it is, not what is in it.
            let isOutermost = tree[above].parent == ShapeTree.root && children[0].count == 1
            if sense.isOtherMedium, stars == 0, !isOutermost {
                evidence.add(
                    picture: EvidenceTable.otherMediumKey,
                    "it lies in what is another medium or a link’s card")
            }
            if sense.isOrnament, !sense.isMore, stars <= 1 {
                evidence.add(support: EvidenceTable.ornament, "it lies in an ornament")
            }
            if sense.isCollection, sense.picture == 0, tree[above].tally.arrays > 0, !isOnlyList(above) {
                evidence.add(support: EvidenceTable.collection, "it is the picture of a collection")
            }
            let most = isPictureObject(above, of: node) ? sense.picture : EvidenceTable.container
            let points = min(max(most, EvidenceTable.container), sense.picture + (sense.isSizeSet ? 1 : 0))
            if points > best?.points ?? 0 { best = (points, tree[above].key) }
            // Beyond the list's own key, only what wraps it counts.
            if stars > 0, !sense.isWrapper, sense.picture == 0 { break }
        }
        if let best {
            let key = String(decoding: best.key.prefix(40), as: UTF8.self)
            evidence.add(picture: best.points, "it lies in “\(key)”")
        }
    }

    /// Whether the elements of an array are several, and no sizes of one picture.
    private func hasSeveralRecords(_ star: Int32) -> Bool {
        tree[tree[star].parent].tally.mostElements > 1 && !isSizeList(star)
    }

    /// `user: {photos: [{url}, {url}]}`: whether what is called pictures lies in no list. Whose a list of them is does
    /// not matter: portraits stand in a list of those whom they show.
    private func isListOfPictures(_ list: Int32) -> Bool {
        tree[list].sense.picture > 0 && !tree.ancestors(of: list).contains { $0 > 0 && tree[$0].isStar }
    }

    /// `card: {url, title, image}`, `urls: [{expanded_url, title, images: [{url}]}]`: whether an object says what
    /// a page shows that a link leads to.
    private func isLinkCard(_ object: Int32, of node: Int32) -> Bool {
        let sense = tree[tree.name(of: object)].sense
        let isLink =
            tree[object].isStar && sense.isAddress && sense.isPlural && sense.picture == 0
            && tree[tree.name(of: node)].parent != object
        guard isLink || sense.isCard && !tree[object].isStar else { return false }
        return siblings.has(.pageAddress, in: object) && siblings.has(.name, in: object)
    }

    /// `photo: {url: "https://…/aa11"}`: whether an object is what the key of the address would be without it, as in
    /// `photo_url`, and the values do not show by themselves what they are. What a link leads to may be a record.
    private func isPictureObject(_ object: Int32, of node: Int32) -> Bool {
        let name = tree.name(of: node)
        let (tally, sense) = (tree[object].tally, tree[name].sense)
        return tree[name].parent == object && tally.arrays == 0 && !tree[object].isMap && sense.isAddress
            && sense.stem.isEmpty && tree[node].tally.pictureEndings == 0 && !tree[tree[object].parent].sense.isAddress
    }

    /// Whether a list is one of several whose records have the same keys, and name files of an export: what such a list
    /// is called says which of a person's own files it has.
    private func isOneOfAlike(_ list: Int32, _ node: Int32) -> Bool {
        guard tree[list].tally.arrays > 0, tree[list].star >= 0, tree[node].tally.relativePicture > 0,
            tree[node].parent == tree[list].star
        else { return false }
        return siblings.alikeKeys(of: list).contains(tree[node].key)
    }

    /// Whether a path is one of a disk's, as systems lay them out: no server's folder is called so.
    private static func isOnDisk(_ path: [UInt8]) -> Bool {
        disks.contains { path.starts(with: $0.utf8) }
    }

    private static let disks = ["/srv/", "/home/", "/mnt/", "/var/", "/Users/", "/Volumes/", "/volume1/", "/root/"]

    private func isSizeList(_ star: Int32) -> Bool { SizeLists.isSizeList(star, in: tree) }

    /// Whether nothing but this list is a list in the object around it: then its elements are what there is.
    private func isOnlyList(_ list: Int32) -> Bool {
        !siblings.has(.filledList, nextTo: list)
    }

    // MARK: Repetition

    private func addRepetition(of node: Int32, to evidence: inout PictureEvidence) {
        if tree[node].tally.texts >= 2,
            tree.ancestors(of: node).contains(where: { tree[$0].isStar && $0 > 0 })
        {
            evidence.add(support: EvidenceTable.repetition, "several records have it")
        }
    }
}
