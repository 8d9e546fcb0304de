import Foundation
import PhotoCore

struct WireRequest: Sendable {
    /// The http, https or file URL.
    let url: URL
    let method: FetchMethod
    /// Additional request fields.
    let fields: [String: String]
    /// A longer body ends with `.tooLarge`.
    let limit: Int
    /// Paces the body; nil for full speed.
    let flow: FetchFlow?
    /// Whether a body that receives almost nothing for minutes is given up, unless `flow` holds it back.
    let isPaced: Bool

    /// A request for `url`, with a pace limit unless `flow` holds it back.
    init(
        url: URL, fields: [String: String] = [:], limit: Int = FetchRequest.maximumPhotoByteCount,
        flow: FetchFlow? = nil, isPaced: Bool? = nil, method: FetchMethod = .get
    ) {
        self.method = method
        self.isPaced = isPaced ?? (flow == nil)
        self.flow = flow
        self.url = url
        self.fields = fields
        self.limit = limit
    }
}

/// The events of a request: at most one `opened`, then `bytes` as they arrive, then exactly one `ended`.
enum WireEvent: Sendable {
    /// A file before it is opened: its version, and its current length, which may change during reading.
    case file(BodyVersion?, byteCount: Int?)
    /// The reply has begun, or the file is open (without a head). No bytes follow a status other than 2xx.
    case opened(ReplyHead?, HostPolicy.Observation)
    /// More of the body, after content decoding.
    case bytes(Data)
    /// The end, or why there is no more.
    case ended(BodyEnd)
}
