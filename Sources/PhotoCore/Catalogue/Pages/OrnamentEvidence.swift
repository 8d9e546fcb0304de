/// The evidence that a picture is an ornament, and no photo: points (``PageOrnament``), each with its reason.
package struct OrnamentEvidence: Sendable, Equatable {
    /// What speaks for or against it.
    enum Reason: Sendable, Equatable {
        case element(PageElement)
        /// A word in the class or the id of an element around it, and of its own.
        case place(String), ownName(String)
        /// A word in the folders of its address, and in its file's name; the ending.
        case folder(String), file(String), ending(String)
        /// A word of its alternative text.
        case text(String)
        /// In CSS pixels.
        case size(width: Int, height: Int)
        case background
        /// A background that is repeated, or of which a part is shown; one that may be smaller than its element.
        case pattern, doesNotFill
        case leadsToStart
        case standsForFolder
        case isLinked
        /// The page presents itself by it.
        case presents
    }
    /// One piece of evidence; fewer than 0 points are for a photo.
    struct Hint: Sendable, Equatable {
        let points: Int
        let reason: Reason
    }

    private(set) var points = 0
    private(set) var hints: [Hint] = []

    /// Whether it makes an ornament.
    var isEnough: Bool { points >= PageOrnament.enough }

    /// The points of where it is, without those of the picture itself.
    var placePoints: Int {
        hints.reduce(0) { sum, hint in
            switch hint.reason {
            case .element, .place, .leadsToStart, .standsForFolder: sum + hint.points
            case .ownName, .folder, .file, .ending, .text, .size, .background, .pattern, .doesNotFill, .isLinked,
                .presents:
                sum
            }
        }
    }

    mutating func add(_ points: Int, _ reason: @autoclosure () -> Reason) {
        if points == 0 { return }
        self.points += points
        hints.append(Hint(points: points, reason: reason()))
    }

    mutating func add(_ hint: Hint?) { if let hint { add(hint.points, hint.reason) } }

    mutating func add(_ other: OrnamentEvidence) {
        points += other.points
        hints += other.hints
    }

    /// Takes all points away for this reason.
    mutating func outweigh(_ reason: Reason) { add(-points, reason) }
}

extension OrnamentEvidence {
    /// Each hint in a few words of English, for a trace.
    var explanation: [String] {
        hints.map { "\($0.points > 0 ? "+" : "")\($0.points) \($0.reason.words)" }
    }
}

extension OrnamentEvidence.Reason {
    fileprivate var words: String {
        switch self {
        case .element(.advertisement): "it is in an advertisement"
        case .element(.navigation): "it is in the page’s navigation"
        case .element(.footer): "it is in a footer"
        case .element(.header): "it is in a header"
        case .element(.button): "it is in a button"
        case .element: "it is beside the page’s text"
        case .place(let word): "an element around it is called “\(word)”"
        case .ownName(let word): "its element is called “\(word)”"
        case .folder(let word): "its address has the folder “\(word)”"
        case .file(let word): "its file is called “\(word)”"
        case .ending(let word): "its file ends in .\(word)"
        case .text(let word): "its text says “\(word)”"
        case .size(let width, let height): "it is shown at \(width) × \(height) pixels"
        case .background: "it is a background"
        case .pattern: "it is repeated, or a part of it is shown"
        case .doesNotFill: "it need not fill its element"
        case .leadsToStart: "it is a link to the start of a site"
        case .standsForFolder: "it stands for a folder that the page links to"
        case .isLinked: "a link leads to the picture itself"
        case .presents: "the page presents itself by it, as by a sign"
        }
    }
}
