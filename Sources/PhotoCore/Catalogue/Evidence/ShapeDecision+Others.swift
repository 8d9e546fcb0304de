/// Addresses that are evident by themselves, and are none of the photo next to better ones.
extension ShapeDecision {
    /// An address that was not taken.
    typealias Rejected = (node: Int32, evidence: PictureEvidence)

    /// Leaves out what is another's next to a record's own, the address of a service next to that of the picture, and
    /// what another kind of record has whole.
    func dropOthers(_ groups: inout [Int32: Group], _ rejected: inout [Rejected]) {
        for (record, group) in groups {
            var members = group.members
            if members.contains(where: { isPicture($0) && !liesWithMaker($0.node, in: record) }) {
                members = drop(members, &rejected) { liesWithMaker($0.node, in: record) }
            }
            if members.contains(where: { tree[$0.node].sense.isImageService }) {
                let requests = members.filter { $0.making != .thumbnail }.prefix(EvidenceTable.mostSizedKeys)
                    .map { tree[$0.node].tally.example }
                members = drop(members, &rejected) { isBase($0.node, of: requests) }
            }
            groups[record]?.members = members
        }
        dropCopies(&groups, &rejected)
    }

    /// Leaves out records that have nothing but thumbnails, whose pictures other records have whole: the same addresses
    /// but for their queries.
    private func dropCopies(_ groups: inout [Int32: Group], _ rejected: inout [Rejected]) {
        let copies = groups.values.filter { group in
            group.members.allSatisfy { $0.making == .thumbnail && isFileWithQuery(tree[$0.node].tally.example) }
        }
        if copies.isEmpty { return }
        let whole = Set(
            groups.values.flatMap(\.members).filter { $0.making != .thumbnail }
                .map { path(tree[$0.node].tally.example) })
        for group in copies where group.members.allSatisfy({ whole.contains(path(tree[$0.node].tally.example)) }) {
            rejected += group.members.map { ($0.node, $0.evidence) }
            groups[group.record] = nil
        }
    }

    /// The members without those that are none, unless nothing is left.
    private func drop(
        _ members: [Member], _ rejected: inout [Rejected], where isOther: (Member) -> Bool
    ) -> [Member] {
        let left = members.filter { !isOther($0) }
        guard !left.isEmpty, left.count < members.count else { return members }
        rejected += members.filter(isOther).map { ($0.node, $0.evidence) }
        return left
    }

    /// Whether an address is a picture's by its end or by its key, not by what stands next to it.
    private func isPicture(_ member: Member) -> Bool {
        tree[member.node].tally.pictureEndings > 0 || member.evidence.pictureByKey >= EvidenceTable.leastPicture
    }

    /// `artist: {picture}` next to `album: {cover}`: whether an address lies in the object of whom or where a record
    /// names.
    private func liesWithMaker(_ node: Int32, in record: Int32) -> Bool {
        tree.ancestors(of: node).dropFirst().prefix { $0 != record }.contains { tree[$0].sense.isMaker }
    }

    /// Whether an address is that of an image service, which one of these asks for the picture: `/iiif/1.tif` and
    /// `/iiif/1.tif/full/full/0/native.jpg`.
    private func isBase(_ node: Int32, of requests: [[UInt8]]) -> Bool {
        guard tree[node].sense.isImageService else { return false }
        let base = tree[node].tally.example.withSlash
        return requests.contains { $0.count > base.count && $0.starts(with: base) }
    }

    /// Whether an address names a picture's file, and asks for it in some way. What asks a program names no file.
    private func isFileWithQuery(_ address: [UInt8]) -> Bool {
        address.contains(UInt8(ascii: "?")) && LocationDetection.namesPicture(address)
    }

    private func path(_ address: [UInt8]) -> ArraySlice<UInt8> { address.prefix { $0 != UInt8(ascii: "?") } }

    /// The places of pictures that are called by one name and different numbers or sides, and are different files:
    /// `image1` and `image2`, `front_image` and `back_image`. The first has place 1.
    func series(among members: [Member]) -> [Int32: Int] {
        var numbered: [[String]: [(number: Int, node: Int32)]] = [:]
        for member in members where member.size == nil && member.making == .itself && !tree[member.node].isStar {
            guard !tree[member.node].sense.isPage, let series = tree[member.node].sense.series else { continue }
            let key = [tree.path(of: tree[member.node].parent)] + series.words
            numbered[key, default: []].append((series.number, member.node))
        }
        var places: [Int32: Int] = [:]
        let inOrder = numbered.values.sorted { ($0.first?.node ?? 0) < ($1.first?.node ?? 0) }
        for pictures in inOrder where (2...Self.mostOfSeries).contains(pictures.count) {
            let sorted = pictures.sorted { $0.number < $1.number }
            let isSeries = zip(sorted, sorted.dropFirst()).allSatisfy { one, next in
                one.number < next.number
                    && SizeLists.areOfSeveralFiles(tree[one.node].tally.example, tree[next.node].tally.example)
            }
            guard isSeries, places.isEmpty else { continue }
            var numbers: [Int: Int] = [:]
            for (place, picture) in sorted.enumerated() {
                places[picture.node] = place + 1
                numbers[picture.number] = place + 1
            }
            // `photo_1_thumb` belongs to `photo_1_url`.
            for member in members where member.making == .thumbnail {
                let number = tree[member.node].sense.series?.number
                if let place = number.flatMap({ numbers[$0] }) { places[member.node] = place }
            }
        }
        return places
    }

    /// As many numbers as there are below those of sizes.
    private static let mostOfSeries = 16

    /// Whether all addresses are those of posters and covers. What these belong to may be a film, as a song: they are
    /// no stills of it.
    func areOfWorks(_ chosen: [Group]) -> Bool {
        !chosen.isEmpty
            && chosen.allSatisfy { group in group.members.allSatisfy { isOfWork($0.node, in: group.record) } }
    }

    private func isOfWork(_ node: Int32, in record: Int32) -> Bool {
        tree.ancestors(of: node).prefix { $0 != record }.contains { above in
            !tree[above].isStar && KeySense.words(of: tree[above].key).contains { KeyWord.works.contains($0) }
        }
    }
}

extension [UInt8] {
    /// The address with a slash at its end.
    fileprivate var withSlash: [UInt8] { last == UInt8(ascii: "/") ? self : self + [UInt8(ascii: "/")] }
}
