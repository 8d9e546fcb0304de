/// Why an entry has no text for a URL. One byte, to fit in a catalogue's row.
public enum EntryProblem: UInt8, Sendable, CaseIterable {
    /// The value is an array.
    case array = 1
    /// The value is a dictionary.
    case dictionary
    /// The value is an integer or a real.
    case number
    /// The value is true or false.
    case boolean
    /// The value is a date.
    case date
    /// The value is binary data.
    case data
    /// The value has an unusual kind for a property list: null, a set, an archiver's UID.
    case unusual
    /// The value is text, but longer than `Catalogue.maximumLocationByteCount`.
    case tooLong
    /// The entry has no URL.
    case missing
    /// The value is null.
    case null
    /// The entry cannot be read.
    case malformed

    /// A sentence for the row.
    var description: String {
        switch self {
        case .array: "The entry’s value is an array, not a URL."
        case .dictionary: "The entry’s value is a dictionary, not a URL."
        case .number: "The entry’s value is a number, not a URL."
        case .boolean: "The entry’s value is true or false, not a URL."
        case .date: "The entry’s value is a date, not a URL."
        case .data: "The entry’s value is binary data, not a URL."
        case .unusual: "The entry’s value is not text, so it is not a URL."
        case .tooLong: "The entry’s URL is longer than \(Catalogue.maximumLocationByteCount >> 10) KiB."
        case .missing: "The entry has no URL."
        case .null: "The entry’s value is null, not a URL."
        case .malformed: "The entry does not follow the catalogue’s format. Correct it in the catalogue."
        }
    }
}
