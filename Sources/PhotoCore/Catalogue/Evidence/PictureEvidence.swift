/// The evidence that the texts at one path are addresses of pictures, as two sums with their reasons.
package struct PictureEvidence: Sendable, Equatable {
    /// One piece of evidence.
    package struct Reason: Sendable, Equatable {
        package let points: Int
        /// In a few words of English, for a trace.
        package let words: String
    }

    /// How much it looks like an address.
    package private(set) var address = 0
    /// How much it looks like a picture.
    package private(set) var picture = 0
    /// The picture's evidence without that of the values' ends.
    private(set) var pictureByKey = 0
    package private(set) var reasons: [Reason] = []

    package init() {}

    /// Whether both suffice.
    package var suffices: Bool {
        address >= EvidenceTable.leastAddress && picture >= EvidenceTable.leastPicture
    }

    /// What makes it likelier, but is no evidence of its own.
    package private(set) var support = 0

    /// All together, to compare candidates.
    package var points: Int { address + picture + support }

    mutating func add(support points: Int, _ words: String) {
        support += points
        reasons.append(Reason(points: points, words: words))
    }

    mutating func add(address points: Int, _ words: @autoclosure () -> String) {
        if points == 0 { return }
        address += points
        reasons.append(Reason(points: points, words: words()))
    }

    mutating func add(picture points: Int, isValue: Bool = false, _ words: @autoclosure () -> String) {
        if points == 0 { return }
        picture += points
        if !isValue { pictureByKey += points }
        reasons.append(Reason(points: points, words: words()))
    }
}
