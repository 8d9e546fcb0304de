/// The names on a page of a store, whether they are pictures' or not. There is at least one.
package struct ObjectPage: Sendable, Equatable {
    package let first: [UInt8]
    package let last: [UInt8]
    package let count: Int

    package init(first: [UInt8], last: [UInt8], count: Int) {
        (self.first, self.last, self.count) = (first, last, count)
    }
}

extension Catalogue {
    /// Adds to `builder` the page's rows whose names are not after `end`; all of them without an end. Throws like
    /// ``CatalogueBuilder/endEntry(at:problem:isFolder:)``.
    package func addRows(upTo end: [UInt8]?, to builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        for row in 0..<count {
            let (segment, place) = place(of: row)
            var isPast = false
            segment.withText { text in
                guard let location = segment.range(of: .location, at: place, in: text) else { return }
                if let end {
                    let name = PageLink.unescaped(Array(text[location])[...])
                    isPast = end.lexicographicallyPrecedes(name)
                }
                guard !isPast else { return }
                for field in [CatalogueField.name, .location, .date] {
                    guard let range = segment.range(of: field, at: place, in: text) else { continue }
                    builder.add(field, UnsafeRawBufferPointer(rebasing: text[range]))
                }
            }
            if isPast { return }
            try builder.endEntry(at: nil)
        }
    }
}
