/// An object that holds entries by name, or lists of them: only later members decide which.
struct EntryCollection {
    enum Kind {
        /// Both are still possible.
        case undecided
        /// Its keys are photos' names.
        case map
        /// It has its entries under a key like `photos`; the other members are facts.
        case wrapper
    }
    var kind = Kind.undecided

    /// The key of which it is the value, in another collection.
    var name: [UInt8] = []
    /// The key just read.
    var key: [UInt8] = []
    /// The position of that key.
    var position = CataloguePosition.item(1)
    /// The members so far, while undecided.
    var pending: [Member] = []

    /// A key whose value is text or useless.
    struct Member {
        var key: [UInt8]
        /// The text, or the number as written.
        var value: [UInt8]
        /// The kind of a value that is not text; nil for text.
        var problem: EntryProblem?
        var position: CataloguePosition
    }

    /// How many members to hold back while waiting for a key like `photos`: more than any known reply has before it.
    static let maximumPendingCount = 32
}
