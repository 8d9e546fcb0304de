/// What was taken for a photo in a document that is a tree, and why: a decision over its first records, applied to
/// the rest as it arrives.
package struct PhotoShape: Sendable, Equatable {
    /// A path whose texts are addresses of pictures.
    package struct Candidate: Sendable, Equatable {
        /// The keys from the root: `data.children[].data.url`.
        package let path: String
        package let evidence: PictureEvidence
        /// The longer side in pixels that the keys tell, as an estimate; nil if they tell none.
        package let size: Int?
    }

    /// A record that is a photo: one row each.
    package struct Record: Sendable, Equatable {
        /// The path of the record; empty for the whole document.
        package let path: String
        /// Its addresses, of one picture at several sizes, with the best evidence first.
        package let addresses: [Candidate]
        /// The paths of its other fields.
        package let fields: [String]
        /// How many such records there were when it was decided.
        package let count: Int

        /// The points of its best address.
        package var points: Int { addresses.first?.evidence.points ?? 0 }
    }

    /// The records, with the best evidence first. Where one of them lies in another, the first with a picture counts.
    package let records: [Record]
    /// What looked like an address and was not taken, with the best evidence first.
    package let rejected: [Candidate]
    /// The shapes of later records in which these have no photo, in the order in which they were found.
    package var later: [PhotoShape] = []

    /// Whether the evidence suffices for no path.
    package var isEmpty: Bool { records.isEmpty }

    /// The same with the addresses at these paths alone, and without what was not taken.
    func withAddresses(_ paths: Set<String>) -> PhotoShape {
        PhotoShape(
            records: records.compactMap { record in
                let left = record.addresses.filter { paths.contains($0.path) }
                return left.isEmpty
                    ? nil : Record(path: record.path, addresses: left, fields: record.fields, count: record.count)
            }, rejected: [])
    }
}

extension PhotoShape {
    /// Explains the decision, a line each: what was taken for a photo, and why, and the runners-up.
    package var explanation: [String] {
        var lines: [String] = []
        for record in records {
            lines.append(
                "\(record.path.isEmpty ? "the document" : record.path) is a photo (\(record.count) seen)")
            lines += record.addresses.flatMap { $0.explanation(as: "address") }
            lines += record.fields.map { "  field \($0)" }
        }
        if records.isEmpty, later.isEmpty { lines.append("nothing is a photo") }
        lines += rejected.flatMap { $0.explanation(as: "not taken") }
        for shape in later {
            lines.append("a later record has no photo there and is judged by itself:")
            lines += shape.explanation
        }
        return lines
    }
}

extension PhotoShape.Candidate {
    func explanation(as role: String) -> [String] {
        let size = size.map { ", about \($0) pixels" } ?? ""
        let sums = "  \(role) \(path): address \(evidence.address), picture \(evidence.picture)\(size)"
        return [sums]
            + evidence.reasons.map { "    \($0.points > 0 ? "+" : "")\($0.points) \($0.words)" }
    }
}
