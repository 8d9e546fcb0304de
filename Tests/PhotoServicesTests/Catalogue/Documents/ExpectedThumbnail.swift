import Foundation

extension ExpectedDocument {
    /// One of several addresses, or a request to a IIIF service.
    enum Thumbnail: Decodable, Sendable {
        case address(OneOf)
        case service(Service)

        struct Service: Decodable, Sendable {
            let service: String
            let forms: [String]
            let width: Int
            let height: Int
            let or: [String]?
        }

        init(from decoder: any Decoder) throws {
            if let service = try? Service(from: decoder) {
                self = .service(service)
            } else {
                self = .address(try OneOf(from: decoder))
            }
        }

        func allows(_ address: String?) -> Bool {
            switch self {
            case .address(let one): one.allowsAddress(address)
            case .service(let service): address.map(service.allows) ?? false
            }
        }
    }
}

extension ExpectedDocument.Thumbnail.Service {
    /// Whether the request is for the whole picture, with 160 to 640 pixels on its longer side, in an allowed form.
    func allows(_ address: String) -> Bool {
        if or?.contains(address) == true { return true }
        guard address.hasPrefix(service + "/full/") else { return false }
        let parts = address.dropFirst((service + "/full/").count).split(separator: "/")
        guard parts.count == 3, parts[1] == "0", parts[2].hasPrefix("default.") || parts[2].hasPrefix("native.") else {
            return false
        }
        let size = parts[0]
        let numbers = size.drop { $0 == "!" }.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard numbers.count == 2 else { return false }
        let (whole, longer) = (Double(width) / Double(height), Double(max(width, height)))
        let form: String
        let scale: Double
        switch (size.hasPrefix("!"), numbers[0], numbers[1]) {
        case (true, let w?, let h?): (form, scale) = ("!w,h", min(w / Double(width), h / Double(height)))
        case (false, let w?, nil): (form, scale) = ("w,", w / Double(width))
        case (false, nil, let h?): (form, scale) = (",h", h / Double(height))
        case (false, let w?, let h?):
            // At most a pixel off the picture's own proportions: else it is distorted.
            guard abs(w / whole - h) <= 1 || abs(h * whole - w) <= 1 else { return false }
            (form, scale) = ("w,h", w / Double(width))
        default: return false
        }
        return forms.contains(form) && (159...641).contains(scale * longer)
    }
}
