/// Finds objects whose keys are names or numbers of records: `{"4711": {…}, "4712": {…}}`.
enum NameMaps {
    /// As many different keys with objects or arrays as no object with fields has.
    private static let mostFields = 48

    /// The paths of such objects: the outermost of each branch.
    static func find(in tree: ShapeTree) -> Set<String> {
        let children = tree.children()
        var (found, pending): (Set<String>, [Int32]) = ([], [ShapeTree.root])
        while let node = pending.popLast() {
            let own = children[Int(node)]
            let keys = own.filter { !tree[$0].isStar }
            if !tree[node].isMap, isMap(keys, of: tree[node].sense, tree, children) {
                found.insert(tree.path(of: node))
            } else {
                pending += own
            }
        }
        return found
    }

    private static func isMap(
        _ keys: [Int32], of sense: KeySense, _ tree: ShapeTree, _ children: [[Int32]]
    ) -> Bool {
        let holders = keys.filter { tree[$0].tally.objects + tree[$0].tally.arrays > 0 }
        if isMapOfTexts(keys, of: sense, tree) { return true }
        guard !holders.isEmpty else { return false }
        if holders.allSatisfy({ isNumber(tree[$0].key) }), holders.count == keys.count { return true }
        if holders.count > mostFields { return true }
        if sense.isSizeSet || sense.isThumbnail { return false }
        // Sizes of one picture, or parts with a meaning of their own.
        guard holders.count >= 2, holders.count * 4 >= keys.count * 3,
            !holders.contains(where: { hasMeaning(tree[$0]) })
        else { return false }
        let shapes = holders.map { shape(of: $0, tree, children) }
        var counts: [String: Int] = [:]
        for key in shapes.joined() { counts[key, default: 0] += 1 }
        // Some records lack what others have.
        let common = counts.values.filter { $0 >= 2 && $0 * 5 >= shapes.count * 3 }.count
        return common > 0 && common * 2 >= counts.count
    }

    /// Names to pictures: at least three, that mean nothing by themselves.
    private static func isMapOfTexts(_ keys: [Int32], of sense: KeySense, _ tree: ShapeTree) -> Bool {
        guard keys.count >= 3, !areWidths(keys, tree) else { return false }
        if sense.isGallery, isMapOfAddresses(keys, tree) { return true }
        // Numbered pictures next to other fields are those of a record.
        let areAll = keys.allSatisfy { tree[$0].tally.pictureEndings > 0 }
        let pictures = keys.filter {
            tree[$0].tally.pictureEndings > 0 && !hasMeaning(tree[$0]) && (areAll || tree[$0].sense.series == nil)
        }
        return pictures.count * 5 >= keys.count * 4
    }

    /// `images: {"1:2": "https://…/aa-bb", "1:3": null}`: whether names have nothing but addresses, some of them none.
    private static func isMapOfAddresses(_ keys: [Int32], _ tree: ShapeTree) -> Bool {
        let named = keys.filter { tree[$0].tally.texts > 0 }
        return named.count >= 2
            && keys.allSatisfy { key in
                let tally = tree[key].tally
                let addresses = tally.absolute + tally.absoluteHint + tally.absolutePicture
                return addresses == tally.texts && tally.objects + tally.arrays == 0 && !hasMeaning(tree[key])
            }
    }

    /// `{"115": "https://…", "404": "https://…", "original": "https://…"}`: whether keys are widths, as one of them is
    /// called by its size.
    private static func areWidths(_ keys: [Int32], _ tree: ShapeTree) -> Bool {
        keys.contains { tree[$0].sense.namesSize } && keys.allSatisfy { tree[$0].sense.size != nil }
    }

    private static func hasMeaning(_ node: ShapeTree.Node) -> Bool {
        // An address is a name.
        if LocationDetection.isAbsolute(node.key) || NamedReferences.isReference(node.key) { return false }
        if isSize(node.key) { return true }
        let sense = node.sense
        if sense.isNumbered || sense.series != nil && node.key.contains(where: URLText.isDigit) { return false }
        return sense.picture > 0 || sense.isAddress || sense.isSizeSet || sense.namesSize
            || sense.letterSize != nil
            || sense.isWrapper || sense.isPerson || sense.isOtherMedium || sense.isPage
    }

    /// Whether a key is a size in pixels, of which one side may be missing: `600x400`, `1200x`.
    private static func isSize(_ key: [UInt8]) -> Bool {
        let sides = key.split(separator: UInt8(ascii: "x"), omittingEmptySubsequences: false)
        return sides.count == 2 && key.count > 1 && sides.joined().allSatisfy { (0x30...0x39).contains($0) }
    }

    /// The keys within, also of the elements of a list.
    private static func shape(of node: Int32, _ tree: ShapeTree, _ children: [[Int32]]) -> Set<String> {
        var shape: Set<String> = []
        for child in children[Int(node)] {
            if tree[child].isStar {
                shape.formUnion(
                    children[Int(child)].map { "[]" + String(decoding: tree[$0].key, as: UTF8.self) })
            } else {
                shape.insert(String(decoding: tree[child].key, as: UTF8.self))
            }
        }
        return shape
    }

    /// Whether a key is a number, a hash or another mark that no one reads: at least a third of it digits.
    static func isNumber(_ key: [UInt8]) -> Bool {
        let digits = key.reduce(0) { (0x30...0x39).contains($1) ? $0 + 1 : $0 }
        if digits == key.count || digits == key.count - 1 && key.first == UInt8(ascii: "-") {
            return digits > 0
        }
        return key.count >= 8 && digits * 4 >= key.count && !key.contains(UInt8(ascii: "."))
            && !key.contains(UInt8(ascii: "x"))
    }
}
