/// What is known of an object that holds entries by name, or lists of them: which of the two shows only as it goes on.
struct EntryCollection {
    enum Kind {
        /// What there was so far fits both.
        case undecided
        /// Its keys are photos' names.
        case map
        /// It has the entries under a key like `photos`, and what else there is says something of the whole.
        case wrapper
    }
    var kind = Kind.undecided

    /// The key that it is itself the value of, in another collection.
    var name: [UInt8] = []
    /// The key just read.
    var key: [UInt8] = []
    /// Where it stands.
    var position = CataloguePosition.item(1)
    /// The members so far, while it is undecided.
    var pending: [Member] = []

    /// A key with a value that is text, or is of no use.
    struct Member {
        var key: [UInt8]
        /// The text, or the number as it is written.
        var value: [UInt8]
        /// What the value is instead of a text; nil where it is one.
        var problem: EntryProblem?
        var position: CataloguePosition
    }

    /// So many members are waited for a key like `photos`: more than any service's reply has before it.
    static let maximumPendingCount = 32
}
