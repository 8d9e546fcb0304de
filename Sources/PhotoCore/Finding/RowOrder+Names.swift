extension RowOrder {
    /// The first row of rows that are sorted by name whose name is `start` or comes after it; their number where none
    /// does. Some twenty names are looked at of a million.
    public func firstRow(notBefore start: String, in catalogue: Catalogue, by collation: any NameCollating) -> Int {
        var keys = collation.makeKeys()
        // Small letters come before capitals where the rest is the same.
        let wanted = keys.key(of: start.lowercased())
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            let name = catalogue.name(at: entry(at: middle))
            if keys.key(of: name).lexicographicallyPrecedes(wanted) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
