import Foundation
import PhotoCore

/// Where the body of a fetch goes. All calls come in the fetch's context.
protocol BodyOutlet: Sendable {
    /// What is kept of the body.
    func look() -> FetchActivity.Event
    /// What has happened on the wire, once there is room for it; nil where that has to wait.
    func event(of wire: WireEvent, from inflow: FetchFlow, to fetch: BodyFetch) -> FetchActivity.Event?
    /// Does what is not about the wire.
    func carryOut(_ action: FetchActivity.Action, from inflow: FetchFlow, of fetch: BodyFetch)
}
