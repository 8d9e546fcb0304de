extension RowOrder {
    /// The first row of rows that are sorted by name whose name is `start` or comes after it; their number where none does.
    /// Some twenty names are looked at of a million.
    public func firstRow(notBefore start: String, in catalogue: Catalogue, by collation: any NameCollating) -> Int {
        var keys = collation.makeKeys()
        // Small letters come before capitals where the rest is the same.
        let wanted = Self.key(of: start.lowercased(), &keys)
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            let name = catalogue.name(at: entry(at: middle))
            if Self.key(of: name, &keys).lexicographicallyPrecedes(wanted) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static func key(of name: String, _ keys: inout any NameKeying) -> [UInt8] {
        var (name, key) = (name, [UInt8]())
        name.withUTF8 { keys.appendKey(of: UnsafeRawBufferPointer($0), to: &key) }
        return key
    }
}
