import PhotoCore

/// Tells tables from other text.
enum TableDetection {
    static func confidence(of head: CatalogueHead) -> CatalogueFormat.Confidence {
        let isNamed =
            CatalogueFormat.csv.isNamed(by: head.hint)
            || ["text/csv", "text/tab-separated-values", "application/csv"].contains(head.hint.mediaType)
        guard let dialect = TableDialect(head) else { return .none }
        if dialect.isTold { return isNamed ? .certain : dialect.isEvident ? .likely : .possible }
        // An address and a text in each line may be plain text as well: the name decides.
        if dialect.hasLocation { return isNamed ? .certain : dialect.isEvident ? .likely : .possible }
        return isNamed ? .possible : .none
    }
}
