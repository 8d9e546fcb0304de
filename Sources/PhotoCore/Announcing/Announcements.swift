/// What is soon to be said to people who listen: the newest of each subject, and nothing twice in a row.
///
/// Much changes faster than it can be said: a catalogue grows in each frame, and a download has a hundred steps.
package struct Announcements: Sendable {
    /// What a text is about; a newer text about the same takes the place of the one before.
    package enum Subject: Int, Sendable, Comparable {
        /// That clicks select photos now.
        case selecting
        /// How many photos there are, and how many of them are selected.
        case list
        /// That more of the catalogue is read, or why it could not be.
        case pages
        /// The photo of the focused row.
        case row
        /// The photo on its page.
        case photo
        /// Why the photo on its page could not be loaded: its view changes in the same moment.
        case failure

        package static func < (first: Subject, second: Subject) -> Bool { first.rawValue < second.rawValue }
    }

    private var waiting: [Subject: String] = [:]
    private var said: [Subject: String] = [:]

    package init() {}

    /// Whether anything is to be said.
    package var isWaiting: Bool { !waiting.isEmpty }

    /// `text` is true from now on; an empty one withdraws what has not been said, and lets the same be said again.
    package mutating func add(_ text: String, about subject: Subject) {
        waiting[subject] = text.isEmpty || text == said[subject] ? nil : text
        if text.isEmpty { said[subject] = nil }
    }

    /// Takes all that is to be said, in the order of the subjects.
    package mutating func take() -> [String] {
        defer { waiting = [:] }
        said.merge(waiting) { $1 }
        return waiting.sorted { $0.key < $1.key }.map(\.value)
    }
}
