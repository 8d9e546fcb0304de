/// Paths that the plan does not know: found after the decision.
extension ShapeReader {
    mutating func noteNewNodes() {
        while plan.roles.count < plan.tree.nodes.count {
            let node = Int32(plan.roles.count)
            let isHome = plan.tree[node].isStar && !SizeLists.isSizeList(node, in: plan.tree)
            plan.roles.append(.undecided)
            plan.isHome.append(isHome)
            plan.isFieldHome.append(isHome)
            plan.isSized.append(false)
            plan.sizeOf.append(-1)
            plan.markup.append(-1)
        }
    }

    /// Judges a path by its first text.
    mutating func decide(_ node: Int32, _ utf8: UnsafeRawBufferPointer) {
        let look = AddressLook(utf8)
        if look == .empty { return }
        if look.isAddress, later?.innermost != nil, beginsOther(node) {
            later?.noteOtherList()
            return
        }
        if plan.tree[node].tally.addresses > 0, !look.showsPicture { return }
        plan.tree[node].tally.add(utf8)
        guard look.isAddress, judgements.begin(among: plan.tree.nodes.count) else {
            plan.roles[Int(node)] = fields.role(of: node, in: plan.tree) ?? .useless
            return
        }
        if let address = lateAddress(node) {
            plan.roles[Int(node)] = .photo(address)
            if !fields.knows(node, of: plan) { fields = ShapeFields(plan) }
        } else {
            plan.roles[Int(node)] = fields.role(of: node, in: plan.tree) ?? .useless
        }
    }

    /// Whether a path lies in a list that is no known record: the record around it is judged as a whole.
    private func beginsOther(_ node: Int32) -> Bool {
        let holder = plan.tree[node].parent
        if holder > 0, later?.isNew(holder) == true { return true }
        var record = node
        while record > 0, !plan.isHome[Int(record)] { record = plan.tree[record].parent }
        return record > 0 && !plan.records.contains(record)
    }

    private mutating func lateAddress(_ node: Int32) -> ShapeAddress? {
        let evidence = PictureScorer(plan.tree).evidence(for: node)
        let tally = plan.tree[node].tally
        // A file's name is no address next to absolute ones.
        if tally.relative > 0, plan.isAbsolute { return nil }
        guard let evidence, evidence.suffices,
            (evidence.points + EvidenceTable.repetition) * 100
                >= (plan.points.max() ?? 0) * EvidenceTable.leastShareOfBest
        else { return nil }
        var record = node
        while record > 0, !plan.isHome[Int(record)] { record = plan.tree[record].parent }
        let known = plan.records.firstIndex(of: record)
        if known == nil {
            guard plan.records.count < ShapeDecision.maximumRecordCount, record != ShapeTree.root else {
                return nil
            }
            plan.records.append(record)
            plan.points.append(evidence.points)
            plan.isMore.append(false)
        }
        return ShapeAddress(
            record: known ?? plan.records.count - 1,
            size: PictureSize.told(at: node, within: record, in: plan.tree),
            making: PictureSize.making(at: node, within: record, in: plan.tree),
            isUnsized: false, mustShowPicture: evidence.pictureByKey < EvidenceTable.leastPicture,
            order: Int(Int16.max)
        )
    }
}
