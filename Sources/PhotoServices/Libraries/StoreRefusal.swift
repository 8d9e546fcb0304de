import Foundation
import PhotoCore

/// Why an S3 store refuses a request: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
struct StoreRefusal: Equatable {
    /// A word for programs; empty if the body is no such document.
    private(set) var code = ""
    /// A sentence for people.
    private(set) var message = ""
    /// The region for which the request is to be signed; nil if that is not the matter.
    private(set) var region: String?
    /// Seconds that the store's clock is ahead of ours, if that may be the matter.
    private(set) var skew: Double?

    /// Codes that a person with another key can change.
    private static let aboutKey: Set<String> = [
        "InvalidAccessKeyId", "SignatureDoesNotMatch", "InvalidToken", "ExpiredToken", "TokenRefreshRequired",
        "InvalidSecurity", "AuthFailure",
    ]

    /// Whether a reply with this head may refuse a wrong key, clock or region. A bucket in another region has moved
    /// without an address, or names the region.
    static func mayBe(_ head: ReplyHead) -> Bool {
        switch head.status {
        // Nothing is there, or not now; a range is wrong.
        case 404, 408, 410, 416, 429: false
        case 400..<500: true
        case 301, 307: head.fields["location"] == nil || head.fields[regionField] != nil
        default: false
        }
    }

    private static let regionField = "x-amz-bucket-region"

    /// The refusal in `body`, of a reply with this head.
    init(_ body: Data, _ head: ReplyHead) {
        for element in XMLReply(body).elements {
            let text = element.text
            switch element.name {
            case "Code": code = text
            case "Message": message = text
            case "Region": region = text
            default: break
            }
        }
        region = head.fields[Self.regionField] ?? region
        if let server = head.fields["date"].flatMap({ HTTPDate.seconds($0) }) {
            let difference = server - head.times.upperBound
            skew = code == "RequestTimeTooSkewed" || code.isEmpty && head.status == 403 ? difference : nil
        }
    }

    /// Whether the key is wrong; or none was sent, and one may be needed. Stores with several interfaces do not know
    /// what an unsigned request means, and refuse it in other ways.
    func asksForKey(hadKey: Bool, status: Int) -> Bool {
        Self.aboutKey.contains(code) || status == 401 || !hadKey && (400..<500).contains(status)
    }
}
