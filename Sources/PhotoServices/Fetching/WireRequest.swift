import Foundation
import PhotoCore

/// A request as it goes out.
struct WireRequest: Sendable {
    /// Where to: http, https or file.
    let url: URL
    /// Its fields beyond those that every request has.
    let fields: [String: String]
    /// A body of more bytes than this ends with `.tooLarge`.
    let limit: Int
    /// What holds it back; nil: nothing does.
    let flow: FetchFlow?
    /// Whether a body that brings next to nothing for minutes is given up, as long as `flow` does not hold it back.
    let isPaced: Bool

    /// A GET of `url`, paced where nothing holds it back.
    init(
        url: URL, fields: [String: String] = [:], limit: Int = FetchRequest.maximumPhotoByteCount,
        flow: FetchFlow? = nil, isPaced: Bool? = nil
    ) {
        self.isPaced = isPaced ?? (flow == nil)
        self.flow = flow
        self.url = url
        self.fields = fields
        self.limit = limit
    }
}

/// What happens to a request: `opened` at most once, then `bytes` as they come, then `ended` exactly once.
enum WireEvent: Sendable {
    /// Of a file, before it is opened: its version, and how many bytes it has now, which may change while it is read.
    case file(BodyVersion?, byteCount: Int?)
    /// The reply has begun, or the file is open (which has no head). After a status other than 2xx no bytes come.
    case opened(ReplyHead?, HostPolicy.Observation)
    /// More of the body, decoded from any content encoding.
    case bytes(Data)
    /// That is all, or the reason why it is not.
    case ended(BodyEnd)
}
