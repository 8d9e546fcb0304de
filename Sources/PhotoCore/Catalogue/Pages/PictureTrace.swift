/// What was taken for a photo on a page or in a feed, what was left out, and why: the first of each, for a trace.
package struct PictureTrace: Sendable, Equatable {
    /// A picture that is a row.
    struct Taken: Sendable, Equatable {
        let location: [UInt8]
        let line: Int
        let source: PictureSource
        /// What spoke against it, and did not suffice.
        let evidence: OrnamentEvidence
    }
    /// A picture that is no row.
    struct Left: Sendable, Equatable {
        let location: [UInt8]
        var line: Int
        let refusal: PictureRefusal
    }
    private(set) var taken: [Taken] = []
    private(set) var takenCount = 0
    private(set) var left: [Left] = []
    private(set) var leftCount = 0

    /// As many rows does an explanation list; of what was left out a screen.
    static let mostTaken = 10, mostLeft = 24

    package init() {}

    /// Whether it says nothing.
    package var isEmpty: Bool { takenCount + leftCount == 0 }

    /// A picture became a row.
    package mutating func take(
        _ location: @autoclosure () -> [UInt8], line: Int, from source: PictureSource,
        _ evidence: @autoclosure () -> OrnamentEvidence = OrnamentEvidence()
    ) {
        takenCount += 1
        guard taken.count < Self.mostTaken else { return }
        taken.append(Taken(location: location(), line: line, source: source, evidence: evidence()))
    }

    /// A picture of a page became a row.
    package mutating func take(_ picture: PagePicture) {
        take(picture.location, line: picture.line, from: picture.source, picture.ornament)
    }

    /// A picture was left out.
    package mutating func leave(
        _ location: @autoclosure () -> [UInt8], line: Int, _ refusal: @autoclosure () -> PictureRefusal
    ) {
        leftCount += 1
        guard left.count < Self.mostLeft else { return }
        left.append(Left(location: location(), line: line, refusal: refusal()))
    }

    /// Adds what another one says; what it says of a text within is of the line at which the text begins.
    package mutating func add(_ other: PictureTrace, line: Int? = nil) {
        takenCount += other.takenCount
        leftCount += other.leftCount
        taken += other.taken.prefix(max(0, Self.mostTaken - taken.count))
        for var entry in other.left.prefix(max(0, Self.mostLeft - left.count)) {
            entry.line = line ?? entry.line
            left.append(entry)
        }
    }
}

extension PictureTrace {
    /// Explains the decisions, a line each. `shown` makes an address of a document's text for it.
    package func explanation(_ shown: (String) -> String) -> [String] {
        func place(_ location: [UInt8], _ line: Int) -> String {
            let address = String(decoding: location, as: UTF8.self)
            let text = address.isEmpty ? "a picture without an address" : shown(address)
            return line > 0 ? "line \(line): \(text)" : text
        }
        var lines: [String] = []
        if takenCount > 0 { lines.append("taken for photos: \(takenCount)") }
        for entry in taken {
            lines.append("  \(place(entry.location, entry.line))")
            lines.append("    \(entry.source.words)")
            lines += entry.evidence.explanation.map { "      \($0)" }
        }
        if taken.count < takenCount { lines.append("  and \(takenCount - taken.count) more") }
        if leftCount > 0 { lines.append("left out: \(leftCount)") }
        for entry in left {
            lines.append("  \(place(entry.location, entry.line))")
            lines += entry.refusal.explanation.map { "    \($0)" }
        }
        if left.count < leftCount { lines.append("  and \(leftCount - left.count) more") }
        return lines
    }
}
