/// What a request's path asks for.
enum DemoRoute: Equatable {
    case catalogue
    /// A row's number, within the catalogue.
    case photo(Int)
    case unknown

    /// The one spelling of the catalogue's path.
    static let cataloguePath = "/demo.plist"

    /// `path` is decoded and begins with a slash; `count` is the catalogue's.
    init(path: String, count: Int) {
        if path == Self.cataloguePath {
            self = .catalogue
        } else if path.hasPrefix("/photos/"), path.hasSuffix(".jpg"),
            let number = Int(path.dropFirst("/photos/".count).dropLast(".jpg".count)), number >= 1, number <= count,
            path == "/" + DemoCatalogue.path(of: number)
        {
            // Spelled just as the catalogue has it: no "+17", no "017".
            self = .photo(number)
        } else {
            self = .unknown
        }
    }
}
