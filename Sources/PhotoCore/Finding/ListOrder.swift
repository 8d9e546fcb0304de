/// In what order the list shows its rows. The raw value is what settings and actions call it: never change one.
public enum ListOrder: String, Sendable, CaseIterable {
    /// As the catalogue has them.
    case catalogue
    /// By the names shown, as the person's language sorts them, numbers by their value.
    case name
    /// By date, the newest first; those without a date last.
    case newest
    /// Those that can't be had first: entries that are wrong, and photos that have failed.
    case failed
}
