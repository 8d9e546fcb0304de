import CSoup
import Foundation
import GLibBridge
import Synchronization

/// Answers requests on the server's thread. A photo's request is paused while a worker paints; only its number goes to
/// the worker and only bytes return, so messages are never touched or released on another thread.
final class DemoRequests: Sendable {
    private struct Pending {
        let message: ObjectReference
        let number: Int
        let painting: Operation
        let watch: SocketWatch
    }
    private struct State {
        var pending: [Int: Pending] = [:]
        var last = 0
    }

    private let count: Int
    private let studio: DemoStudio
    private let thread: EventLoopThread
    private let state = Mutex(State())

    init(count: Int, studio: DemoStudio, thread: EventLoopThread) {
        self.count = count
        self.studio = studio
        self.thread = thread
    }

    /// How many photos are pending.
    var waiting: Int { state.withLock { $0.pending.count } }

    func handle(_ message: OpaquePointer, path: String) {
        let method = soup_server_message_get_method(message).map { String(cString: $0) }
        guard method == "GET" || method == "HEAD" else {
            soup_message_headers_replace(soup_server_message_get_response_headers(message), "Allow", "GET, HEAD")
            return DemoReply.text(message, 405, "The demo can only be looked at.\n")
        }
        switch DemoRoute(path: path, count: count) {
        case .catalogue: DemoCatalogueReply.send(count: count, to: message, isHead: method == "HEAD")
        case .photo(let number):
            switch DemoCatalogue.kind(of: number) {
            case .photo: begin(number, message)
            case .missing: DemoReply.text(message, 404, "Photo \(number) is missing, on purpose.\n")
            case .text: DemoReply.text(message, 200, "This is no picture, although its name says so.\n")
            }
        case .unknown: DemoReply.text(message, 404, "There is nothing here.\n")
        }
    }

    private func begin(_ number: Int, _ message: OpaquePointer) {
        if DemoReply.isKnown(number, to: message) { return DemoReply.notModified(number, message) }
        let id = state.withLock { state in
            state.last += 1
            return state.last
        }
        soup_server_message_pause(message)
        // A paused message does not watch its connection, so this does.
        let watch = SocketWatch(soup_server_message_get_socket(message)) { [weak self] in self?.clientLeft(id) }
        Signal.connectAnywhere(UnsafeMutableRawPointer(message), "disconnected") { [weak self] in self?.giveUp(id) }
        let painting = studio.order(number) { [weak self, thread] jpeg in
            thread.perform { [weak self] in self?.deliver(id, jpeg) }
        }
        let pending = Pending(
            message: ObjectReference(borrowing: UnsafeMutableRawPointer(message)), number: number, painting: painting,
            watch: watch)
        state.withLock { $0.pending[id] = pending }
    }

    private func take(_ id: Int) -> Pending? {
        let pending = state.withLock { $0.pending.removeValue(forKey: id) }
        pending?.watch.stop()
        return pending
    }

    private func deliver(_ id: Int, _ jpeg: [UInt8]?) {
        guard let pending = take(id) else { return }
        if let jpeg {
            DemoReply.photo(pending.number, jpeg, pending.message.opaque)
        } else {
            DemoReply.text(pending.message.opaque, 500, "Photo \(pending.number) could not be made.\n")
        }
        soup_server_message_unpause(pending.message.opaque)
    }

    /// The client has closed its side: nobody will see the photo. Answers anyway, so that libsoup writes, fails, and
    /// cleans up.
    private func clientLeft(_ id: Int) {
        guard let pending = take(id) else { return }
        pending.painting.cancel()
        DemoReply.text(pending.message.opaque, 503, "You had left.\n")
        soup_server_message_unpause(pending.message.opaque)
    }

    /// The connection is gone; the message must not be touched any more.
    private func giveUp(_ id: Int) { take(id)?.painting.cancel() }

    /// Gives up every pending photo. Called when the connections are closed.
    func giveUpAll() {
        for id in state.withLock({ Array($0.pending.keys) }) { giveUp(id) }
    }
}

/// The meaning of a request's path.
enum DemoRoute: Equatable {
    case catalogue
    /// A row's number in the catalogue.
    case photo(Int)
    case unknown

    /// The only spelling of the catalogue's path.
    static let cataloguePath = "/demo.plist"

    /// `path` is decoded and starts with a slash; `count` is the catalogue's.
    init(path: String, count: Int) {
        if path == Self.cataloguePath {
            self = .catalogue
        } else if path.hasPrefix("/photos/"), path.hasSuffix(".jpg"),
            let number = Int(path.dropFirst("/photos/".count).dropLast(".jpg".count)), number >= 1, number <= count,
            path == "/" + DemoCatalogue.path(of: number)
        {
            // Exactly as in the catalogue: no "+17", no "017".
            self = .photo(number)
        } else {
            self = .unknown
        }
    }
}
