import Testing

/// A reply in the shape that a service documents, with the rows that a person expects.
struct ServiceShape: CustomTestStringConvertible, Sendable {
    let name: String
    let json: String
    let locations: [String]
    var thumbnails: [String]?
    var names: [String]?

    var testDescription: String { name }

    init(
        _ name: String, _ json: String, _ locations: [String], thumbnails: [String]? = nil, names: [String]? = nil
    ) {
        self.name = name
        self.json = json
        self.locations = locations.map { $0.hasPrefix("//") ? "https:" + $0 : $0.replacing("~", with: "") }
        self.thumbnails = thumbnails?.map { $0.hasPrefix("//") ? "https:" + $0 : $0 }
        self.names = names
    }
}
