/// Lists of one picture at several sizes, as opposed to lists of pictures.
enum SizeLists {
    /// More sizes than any service makes of one picture.
    static let mostSizes = 24

    /// As many keys as a size has; a photo in a list has a name or a date as well.
    private static let mostKeys = 4
    private static let mostNestedKeys = 8

    /// Whether the elements at `star` are sizes of one picture.
    static func isSizeList(_ star: Int32, in tree: ShapeTree) -> Bool {
        guard star > 0 else { return false }
        let list = tree[star].parent
        let (tally, sense) = (tree[list].tally, tree[tree.name(of: list)].sense)
        if isTuple(star, in: tree) { return true }
        if areVariants(star, in: tree) { return false }
        guard tree[list].isStar == false, tally.mostElements <= mostSizes else { return false }
        let isInSmall = tree.ancestors(of: list).prefix { !tree[$0].isStar }.contains {
            tree[$0].sense.isThumbnail
        }
        let isNested = tree.ancestors(of: list).dropFirst().contains { $0 > 0 && tree[$0].isStar }
        if sense.isSizeSet { return isNested || tree[list].parent > 0 }
        if !sizeNames(of: star, in: tree).isEmpty || isNested && areCuts(star, in: tree) { return true }
        if isNested, isInSmall { return true }
        // A record with a width and a height is one picture: the addresses listed in it are its sizes, unless each is
        // something of its own.
        if isNested, isInMeasured(star, in: tree) { return !areOfTheirOwn(star, in: tree) }
        // One element, as in `edmIsShownBy: ["http://…"]`, unless the key is a plural.
        if isNested, tree[star].tally.texts > 0, tally.mostElements == 1, !sense.isPlural {
            return true
        }
        // `image: ["16x9.jpg", "4x3.jpg"]`: one picture in several cuts. Where XML repeats an element, its name is in
        // the singular, and the files are others.
        if isNested, tree[star].tally.texts > 0, namesOne(sense), tally.otherFiles <= tally.sameFiles { return true }
        // Each address tells another width: `image_url: ["1r.jpg#w=640", "1v.jpg#w=1024"]`.
        let tellWidths = tally.arrays > 0 && tally.widthLists == tally.arrays
        if tellWidths, tally.mostElements > 1, !sense.isPlural || tally.namedWidthLists == 0 { return true }
        // Several with a width and no height, as in HTML's srcset.
        let parts = tree[star].tally
        if isNested, parts.widthOnly == parts.objects, parts.objects > tree[list].tally.arrays,
            tree[star].childCount <= mostKeys
        {
            return true
        }
        // Neighbours have the same proportions and different sizes.
        let areResized = tally.sized > 0 && tally.resized * 5 >= tally.sized * 3
        let mayHaveMore = isNested || areResized && tally.resized == tally.sized && namesRendition(star, in: tree)
        return areResized && tree[star].childCount <= (mayHaveMore ? mostNestedKeys : mostKeys)
    }

    /// Whether the elements at `star` are pictures of their own next to the one that the record around them is: its
    /// attachments.
    static func areAttached(_ star: Int32, in tree: ShapeTree) -> Bool {
        guard star > 0, !tree[tree[star].parent].isStar, areOfTheirOwn(star, in: tree) else { return false }
        return isInMeasured(star, in: tree)
            && tree.ancestors(of: tree[star].parent).dropFirst().contains { $0 > 0 && tree[$0].isStar }
    }

    /// `variants: [{small: {url, width, height}, large: {url, width, height}}]`: whether the elements of a list that is
    /// called one of sizes are further pictures, each at several sizes.
    static func areVariants(_ star: Int32, in tree: ShapeTree) -> Bool {
        guard star > 0, tree[star].isStar, tree[tree[star].parent].sense.isSizeSet else { return false }
        var (node, left, count) = (tree[star].first, min(tree[star].childCount, mostNestedKeys), 0)
        while node >= 0, left > 0 {
            if tree[node].sense.namesSize, tree[node].tally.measured > 0 { count += 1 }
            (node, left) = (tree[node].next, left - 1)
        }
        return count > 1
    }

    /// Whether the record that holds a list of pictures has a width and a height, and the elements have none.
    private static func isInMeasured(_ star: Int32, in tree: ShapeTree) -> Bool {
        let list = tree[star].parent
        let holder = tree[list].parent
        return holder > 0 && tree[list].sense.picture > 0 && tree[holder].tally.measured > 0
            && tree[star].tally.measured == 0 && tree[star].tally.texts + tree[star].tally.objects > 0
    }

    private static func areOfTheirOwn(_ star: Int32, in tree: ShapeTree) -> Bool {
        tree[star].hasIdentity && tree[tree[star].parent].sense.isPlural
    }

    /// Whether a list's key names one picture.
    static func namesOne(_ sense: KeySense) -> Bool { !sense.isPlural && sense.picture >= EvidenceTable.photoKey }

    /// Whether two addresses are of different files: neither of one picture in two sizes, nor called by sizes alone.
    static func areOfSeveralFiles(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        let (name, otherName) = (PageLink.fileName(one), PageLink.fileName(other))
        return name != otherName && !PictureSameness.isPicture(one, of: other) && !(isSize(name) && isSize(otherName))
            && bare(name) != bare(otherName)
    }

    /// The words of a file's name without those for sizes and cuts: `sea-large.jpg`, `thumb_sea.jpg`, `sea@2x.jpg`.
    private static func bare(_ name: [UInt8]) -> [ArraySlice<UInt8>] {
        let stem = name[..<(name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex)]
        let parts = stem.split { "-_@. ".utf8.contains($0) }
        let left = parts.enumerated().filter { place, part in
            let word = String(decoding: part, as: UTF8.self).lowercased()
            let isLetter = part.count == 1 && place == parts.count - 1 && PictureSize.of(letter: word) != nil
            let isScale = part.count == 2 && URLText.isDigit(part[part.startIndex]) && word.hasSuffix("x")
            return place > 0 && isLetter || isScale || cuts.contains(word) || PictureSize.of(word) != nil ? false : true
        }.map(\.element)
        return left.isEmpty ? [name[...]] : left
    }

    private static let cuts: Set<String> = ["square", "wide", "landscape", "portrait", "scaled", "cropped"]

    /// "16x9.jpg", "1024x768.jpg", "large.jpg"
    private static func isSize(_ name: [UInt8]) -> Bool {
        let stem = name[..<(name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex)]
        let sides = stem.split(separator: UInt8(ascii: "x"))
        return sides.count == 2 && sides.joined().allSatisfy(URLText.isDigit) || PictureSize.named(by: stem) != nil
    }

    /// Whether each element says which rendition of a picture it is.
    private static func namesRendition(_ star: Int32, in tree: ShapeTree) -> Bool {
        var left = tree[star].childCount
        guard left <= mostNestedKeys else { return false }
        for node in tree.nodes[(Int(star) + 1)...] where node.parent == star {
            let words = node.tally.words > 0 ? KeySense.words(of: node.key) : []
            if words.contains(where: { ["rendition", "variant"].contains($0) }) { return true }
            left -= 1
            if left == 0 { break }
        }
        return false
    }

    /// What tells which size of one picture each element at `star` is: `size: "small"`, `ResourceType: "Original"`.
    /// Most of its texts are words for sizes, and no list has the same one twice.
    static func sizeNames(of star: Int32, in tree: ShapeTree) -> [Int32] {
        guard star > 0, tree[star].isStar, !tree[star].whiches.isEmpty else { return [] }
        let list = tree[tree[star].parent].tally
        guard list.arrays > 0, list.mostElements <= mostSizes, tree[star].childCount <= mostNamedKeys,
            isInRecord(star, in: tree), !areRecords(star, in: tree)
        else { return [] }
        return tree[star].whiches.filter { node in
            let tally = tree[node].tally
            return tally.sizeWords * 5 >= tally.texts * 3 && tally.texts > list.arrays
                && tally.texts * 4 >= tree[star].tally.objects * 3 && tally.sameAsFirst <= list.arrays
        }
    }

    /// Whether a list lies in a record, or its key says that it has sizes.
    private static func isInRecord(_ star: Int32, in tree: ShapeTree) -> Bool {
        let list = tree[star].parent
        return tree[tree.name(of: list)].sense.isSizeSet
            || tree.ancestors(of: list).dropFirst().contains { $0 > 0 && tree[$0].isStar }
    }

    /// Whether elements hold lists, as groups of files do, or have names next to their sizes, as dogs have.
    private static func areRecords(_ star: Int32, in tree: ShapeTree) -> Bool {
        var left = tree[star].childCount
        for child in tree.nodes.indices.dropFirst(Int(star) + 1) where tree.nodes[child].parent == star {
            let tally = tree.nodes[child].tally
            let inner = tree.nodes[child].star
            if tally.arrays > 0, inner >= 0, tree.nodes[Int(inner)].tally.objects > 0 { return true }
            let isName = tally.texts > 0 && EntryKey(tree.nodes[child].key)?.field == .name
            if isName, !tree.nodes[Int(star)].whiches.contains(Int32(child)) { return true }
            left -= 1
            if left == 0 { break }
        }
        return false
    }

    /// As many keys as an element has that says which size it is.
    private static let mostNamedKeys = 12

    /// Whether such a list has sizes that were made from a picture outside of it: no word means the whole one.
    static func areMade(_ star: Int32, in tree: ShapeTree) -> Bool {
        let names = sizeNames(of: star, in: tree)
        return !names.isEmpty && names.allSatisfy { tree[$0].tally.wholeWords == 0 }
    }

    /// Whether the elements are one picture cut to several proportions, which each of them tells in words next to its
    /// width and height: `ratio: "16_9"`. Photos of their own have something that tells them apart.
    private static func areCuts(_ star: Int32, in tree: ShapeTree) -> Bool {
        let parts = tree[star].tally
        guard parts.objects > 0, parts.measured == parts.objects, !tree[star].hasIdentity,
            tree[star].childCount <= mostNestedKeys
        else { return false }
        return tree[star].whiches.contains { node in
            let tally = tree[node].tally
            return tally.texts == parts.objects && tally.words == tally.texts && tally.sameAsFirst < tally.texts
                && PictureSize.isRatio(tally.example) && PictureSize.isRatio(tally.second)
        }
    }

    /// Whether a list is one value in parts of different kinds, one of them a text: `["1.jpg", [1600, 1067]]`,
    /// `[3, "https://…/1.jpg", {"title": …}]`.
    static func isTuple(_ star: Int32, in tree: ShapeTree) -> Bool {
        let list = tree[star].parent
        let parts = tree[star].tally
        guard list > 0, tree[list].tally.mostTexts == 1, parts.addresses > 0,
            parts.objects + parts.arrays + parts.scalars > 0
        else { return false }
        return tree.ancestors(of: list).contains { $0 > 0 && tree[$0].isStar }
    }

    /// Whether such a list holds the width and the height of what its text names.
    static func isMeasuredTuple(_ star: Int32, in tree: ShapeTree) -> Bool {
        guard tree[star].isStar, tree[star].star >= 0, isTuple(star, in: tree) else { return false }
        return tree[star].tally.arrays > 0 && tree[tree[star].star].tally.scalars >= 2
    }
}
