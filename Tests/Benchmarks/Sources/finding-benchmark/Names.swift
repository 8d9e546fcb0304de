import PhotoCore
import Foundation

/// Kinds of realistic catalogues.
enum Names: String, CaseIterable {
    /// Names in plain English, 80 bytes of text per row.
    case english
    /// Names by cameras, with a common prefix.
    case camera
    /// No names: the last part of the URL is shown.
    case nameless
    /// With descriptions and dates.
    case described
    /// Letters with accents in about half of the names.
    case accented
    /// Names without ASCII letters.
    case greek

    /// Queries, typed letter by letter, and deleted.
    var queries: [String] {
        switch self {
        case .english, .described: ["harbour", "e", "dusk 17", "lake 9 mist", "zebra", "1 2 3"]
        case .camera: ["img_2019", "1231", "0 1 2", "jpg"]
        case .nameless: ["photo", "999", "jpg", "zebra"]
        case .accented: ["cafe", "über 12", "strasse", "e"]
        case .greek: ["θάλασσα", "ηλιος 12", "α"]
        }
    }

    func catalogue(of rows: Int) throws -> Catalogue {
        var builder = CatalogueBuilder()
        guard let url = URL(string: "http://photos.example.org/catalogue.plist") else {
            return builder.finish(from: URL(fileURLWithPath: "/"))
        }
        var catalogue = Catalogue(from: url)
        for row in 0..<rows {
            try add(row, to: &builder)
            if builder.waitingCount == 65_536, let segment = builder.takeSegment() { catalogue.append(segment) }
        }
        if let segment = builder.takeSegment() { catalogue.append(segment) }
        catalogue.isComplete = true
        return catalogue
    }

    private static let places = [
        "Old Harbour", "Mountain Lake", "Misty Forest", "Beach", "Fjord", "River", "Garden", "City",
    ]
    private static let times = ["at Dusk", "at Dawn", "in Winter", "by Night", "in the Rain"]
    private static let accentedPlaces = ["Café Müller", "Straße", "Über den Wolken", "Lake", "Ærøskøbing", "Harbour"]
    private static let greekPlaces = ["Θάλασσα το πρωί", "Ήλιος και βουνά", "Παλιό λιμάνι", "Χειμώνας στην πόλη"]

    private func add(_ row: Int, to builder: inout CatalogueBuilder) throws {
        let number = row &* 2_654_435_761 % 1_000_003
        let scene = "\(Self.places[number % 8]) \(Self.times[number % 5])"
        var name = ""
        switch self {
        case .english, .described: name = "\(scene) \(number)"
        case .camera:
            let digits = String(format: "%06d", number)
            name = "IMG_2019\(String(format: "%04d", number % 1231))_\(digits).JPG"
        case .nameless: break
        case .accented: name = "\(Self.accentedPlaces[number % 6]) \(number)"
        case .greek: name = "\(Self.greekPlaces[number % 4]) \(number)"
        }
        builder.add(.name, name)
        let location = "http://photos.example.org/albums/\(row / 1000)/photo-\(number).jpg"
        let room = self == .nameless || self == .english ? max(0, 80 - name.utf8.count - location.utf8.count) : 0
        builder.add(
            .location,
            location.replacingOccurrences(of: "albums/", with: "albums/" + String(repeating: "x", count: room)))
        if self == .described {
            builder.add(
                .description,
                "A photo of \(scene), number \(number), taken by somebody who passed there on the way home.")
            builder.add(
                .date, "20\(String(format: "%02d-%02d-%02d", number % 24, number % 12 + 1, number % 28 + 1))T12:00:00Z")
        }
        try builder.endEntry(at: .line(row + 1))
    }
}
