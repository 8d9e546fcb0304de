import Foundation
import PhotoCore

/// Why a place refuses a request.
struct PlaceRefusal: Equatable {
    /// A sentence of the server's; empty without one.
    let message: String
    /// The region for which the request is to be signed; nil if that is not the matter.
    private(set) var region: String?
    /// Seconds that the server's clock is ahead of ours, if that may be the matter.
    private(set) var skew: Double?
    private let store: StoreRefusal?

    /// Whether a reply with this head may refuse a wrong key, clock or region.
    static func mayBe(_ head: ReplyHead, at place: LibraryPlace) -> Bool {
        switch place.authorization {
        case .signature: StoreRefusal.mayBe(head)
        // A wrong question, a wrong key, or one that may not.
        case .key: [400, 401, 403].contains(head.status)
        // A server in front of the gallery asks in HTTP's way.
        case .session: head.status == 401 && head.fields["www-authenticate"] == nil
        }
    }

    /// The refusal in `body`, of a reply with this head from `place`.
    init(_ body: Data, _ head: ReplyHead, at place: LibraryPlace) {
        switch place.authorization {
        case .signature:
            let refusal = StoreRefusal(body, head)
            (message, region, skew, store) = (refusal.message, refusal.region, refusal.skew, refusal)
        case .key, .session:
            (message, store) = (Self.message(in: body), nil)
        }
    }

    /// Whether the key is wrong; or none was sent, and one may be needed.
    func asksForKey(hadKey: Bool, status: Int) -> Bool {
        store?.asksForKey(hadKey: hadKey, status: status) ?? (status == 401)
    }

    /// `{"message": "Missing required permission: asset.view"}`, or several; `{"error": "Permission denied"}`.
    private static func message(in body: Data) -> String {
        let answer = (try? JSONSerialization.jsonObject(with: body)) as? [String: Any]
        let message = answer?["message"] ?? answer?["error"]
        let texts = message as? [Any] ?? [message ?? ""]
        return ShownText.line(texts.compactMap { $0 as? String }.joined(separator: " ").prefix(longest).description)
    }

    private static let longest = 300
}
