/// How many paths are still judged after the decision. Each judgement may look at all paths.
struct LateJudgements {
    private var count = 0
    /// The paths that there were at each judgement, added up.
    private var pathCount = 0

    /// The most paths that are judged.
    static let most = 512
    /// The most paths that all judgements look at. In the largest tree, these are 128 judgements.
    static let mostPaths = 1 << 20

    /// Whether one more path is judged, in a tree with as many paths.
    mutating func begin(among paths: Int) -> Bool {
        guard count < Self.most, pathCount < Self.mostPaths else { return false }
        count += 1
        pathCount += paths
        return true
    }
}
