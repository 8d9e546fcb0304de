/// Lists of one picture at several sizes, as opposed to lists of pictures.
enum SizeLists {
    /// More sizes than any service makes of one picture.
    private static let mostSizes = 24

    /// As many keys as a size has; a photo in a list has a name or a date as well.
    private static let mostKeys = 4
    private static let mostNestedKeys = 8

    /// Whether the elements at `star` are sizes of one picture.
    static func isSizeList(_ star: Int32, in tree: ShapeTree) -> Bool {
        let list = tree[star].parent
        let (tally, sense) = (tree[list].tally, tree[tree.name(of: list)].sense)
        guard tree[list].isStar == false, tally.mostElements <= mostSizes else { return false }
        let isInSmall = tree.ancestors(of: list).prefix { !tree[$0].isStar }.contains {
            tree[$0].sense.isThumbnail
        }
        let isNested = tree.ancestors(of: list).dropFirst().contains { $0 > 0 && tree[$0].isStar }
        if sense.isSizeSet { return isNested || tree[list].parent > 0 }
        if isNested, isInSmall { return true }
        // One element, as in `edmIsShownBy: ["http://…"]`, unless the key is a plural.
        if isNested, tree[star].tally.texts > 0, tally.mostElements == 1, !sense.isPlural {
            return true
        }
        // `image: ["16x9.jpg", "4x3.jpg"]`: one picture in several cuts.
        if isNested, tree[star].tally.texts > 0, !sense.isPlural,
            sense.picture >= EvidenceTable.photoKey
        {
            return true
        }
        // Neighbours have the same proportions and different sizes.
        let areResized = tally.sized > 0 && tally.resized * 5 >= tally.sized * 3
        return areResized && tree[star].childCount <= (isNested ? mostNestedKeys : mostKeys)
    }
}
