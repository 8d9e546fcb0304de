/// What a tree without photos is about: its most telling keys.
struct TreeSubject: Sendable {
    let keys: [String]

    /// As many as a sentence can hold.
    private static let maximumCount = 5
    /// The longest key shown.
    private static let longestKey = 40

    init(_ tree: ShapeTree) {
        let children = tree.children()
        // Down to where there are several keys: `data`, `results[]`.
        var level = [ShapeTree.root]
        var found: [String] = []
        while found.count < 3, !level.isEmpty {
            let next = level.flatMap { children[Int($0)] }
            let keys = next.filter { !tree[$0].isStar }.map {
                String(decoding: tree[$0].key, as: UTF8.self)
            }
            for key in keys
            where !found.contains(key) && !key.isEmpty && key.utf8.count <= Self.longestKey {
                if found.count < Self.maximumCount { found.append(key) }
            }
            level = next
        }
        keys = found
    }
}
