/// Why an entry has no text for a URL. One byte, to fit in a catalogue's row.
public enum EntryProblem: UInt8, Sendable, CaseIterable {
    case array = 1
    case dictionary
    /// The value is an integer or a real.
    case number
    /// The value is true or false.
    case boolean
    case date
    /// The value is binary data.
    case data
    /// The value has an unusual kind for a property list: null, a set, an archiver's UID.
    case unusual
    /// The value is text, but longer than `Catalogue.maximumLocationByteCount`.
    case tooLong
    /// The entry has no URL.
    case missing
    case null
    /// The entry cannot be read.
    case malformed
    /// A member of an archive that needs a password.
    case encrypted

    /// A sentence for the row.
    var description: String {
        switch self {
        case .array: localized("The entry’s value is an array, not a URL.")
        case .dictionary: localized("The entry’s value is a dictionary, not a URL.")
        case .number: localized("The entry’s value is a number, not a URL.")
        case .boolean: localized("The entry’s value is true or false, not a URL.")
        case .date: localized("The entry’s value is a date, not a URL.")
        case .data: localized("The entry’s value is binary data, not a URL.")
        case .unusual: localized("The entry’s value is not text, so it is not a URL.")
        case .tooLong:
            localized(
                "The entry’s URL is longer than "
                    + "\(NumberFormats.current.whole(Catalogue.maximumLocationByteCount >> 10)) KiB.")
        case .missing: localized("The entry has no URL.")
        case .null: localized("The entry’s value is null, not a URL.")
        case .malformed: localized("The entry does not follow the catalogue’s format. Correct it in the catalogue.")
        case .encrypted: localized("The photo is encrypted. Unpack the archive with its password first.")
        }
    }
}
