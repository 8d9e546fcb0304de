/// The decision as a trace explains it: what was taken for a photo, and what was not.
extension ShapeDecision {
    /// What is said of a text in HTML or Markdown that shows pictures.
    func textRecord(_ node: Int32) -> PhotoShape.Record {
        var evidence = PictureEvidence()
        evidence.add(picture: EvidenceTable.dataPicture, "its values are texts that show pictures")
        let address = PhotoShape.Candidate(path: tree.path(of: node), evidence: evidence, size: nil)
        return PhotoShape.Record(
            path: tree.path(of: recordOf[Int(node)]), addresses: [address], fields: [], count: tree[node].tally.markup)
    }

    /// The fields that are read, each with its path.
    func fieldPaths(_ plan: ShapePlan) -> [String] {
        plan.roles.indices.compactMap { node in
            guard case .field(let field, _) = plan.roles[node] else { return nil }
            return "\(field): \(tree.path(of: Int32(node)))"
        }
    }

    /// The records and their addresses, and the best of what was not taken.
    func shape(
        _ chosen: [Group], _ fields: [String], _ rejected: [(node: Int32, evidence: PictureEvidence)],
        _ texts: [Int32]
    ) -> PhotoShape {
        let rejected = rejected.sorted {
            ($0.evidence.points, -$0.node) > ($1.evidence.points, -$1.node)
        }
        return PhotoShape(
            records: chosen.enumerated().map { index, group in
                PhotoShape.Record(
                    path: tree.path(of: group.record),
                    addresses: group.members.map {
                        PhotoShape.Candidate(path: tree.path(of: $0.node), evidence: $0.evidence, size: $0.size)
                    }, fields: index == 0 ? fields : [],
                    count: group.members.map { tree[$0.node].tally.texts }.max() ?? 0)
            } + texts.filter { tree[$0].tally.markup > 0 }.map(textRecord),
            rejected: rejected.prefix(Self.maximumRejectedCount).map {
                PhotoShape.Candidate(path: tree.path(of: $0.node), evidence: $0.evidence, size: nil)
            })
    }
}
