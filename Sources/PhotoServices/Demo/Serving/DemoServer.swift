import CSoup
import Foundation
import GLibBridge
import PhotoCore
import Synchronization

/// Serves the demo: a catalogue of painted photos over HTTP, only on this machine's loopback address, from its own
/// thread. All methods may be called from any thread, and briefly wait for the server's.
package final class DemoServer: Sendable {
    /// Why the demo could not be served; the description is a sentence for the user.
    enum Failure: Error, Sendable, CustomStringConvertible {
        /// No port of the loopback address was available; `reason` comes from the system.
        case cannotListen(reason: String)

        var description: String {
            switch self {
            case .cannotListen(let reason): localized("The demo cannot listen on this machine’s own address: \(reason)")
            }
        }
    }

    private typealias Running = (server: ObjectReference, catalogue: URL)

    private let thread = EventLoopThread(name: "demo-server")
    private let requests: DemoRequests
    /// Nil while it is not serving.
    private let running = Mutex<Running?>(nil)

    /// A server with `count` rows (none if negative) that does not listen yet.
    package convenience init(count: Int) { self.init(count: count, studio: DemoStudio()) }

    /// For tests: with a custom studio.
    init(count: Int, studio: DemoStudio) {
        requests = DemoRequests(count: max(0, count), studio: studio, thread: thread)
    }

    /// How many photos clients are waiting for.
    var waiting: Int { requests.waiting }

    deinit { stop() }

    /// Listens on a free port; returns the catalogue's URL. When already serving, returns the same URL.
    ///
    /// - Throws: `Failure`.
    package func start() throws -> URL {
        try running.withLock { running in
            if let running { return running.catalogue }
            let started = onThread { [requests] in Self.listen(requests) }
            let fresh = try started.get()
            running = fresh
            return fresh.catalogue
        }
    }

    /// Closes the port and every connection, and cancels painting. Harmless when not serving; `start` may follow, on
    /// another port.
    package func stop() {
        running.withLock { running in
            guard let server = running?.server else { return }
            running = nil
            onThread { [requests] in
                soup_server_disconnect(server.typed())
                requests.giveUpAll()
            }
        }
    }

    /// Waits for the result of `body` on the server's thread.
    @discardableResult
    private func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value {
        let slot = Slot<Value>()
        thread.perform { slot.put(body()) }
        return slot.take()
    }

    /// Called on the server's thread: libsoup serves from the calling thread's default context.
    private static func listen(_ requests: DemoRequests) -> Result<Running, Failure> {
        guard let made = g_object_new_with_properties(soup_server_get_type(), 0, nil, nil) else {
            preconditionFailure("g_object_new returns NULL for no type that is registered")
        }
        let server = ObjectReference(taking: UnsafeMutableRawPointer(made))
        do {
            _ = try GLibError.check {
                soup_server_listen_local(server.typed(), 0, SOUP_SERVER_LISTEN_IPV4_ONLY, $0)
            }
        } catch {
            return .failure(.cannotListen(reason: error.message))
        }
        let uris = soup_server_get_uris(server.typed())
        defer { g_slist_free_full(uris, { $0.map { g_uri_unref(OpaquePointer($0)) } }) }
        guard let uri = uris?.pointee.data,
            let url = URL(string: "http://127.0.0.1:\(g_uri_get_port(OpaquePointer(uri)))\(DemoRoute.cataloguePath)")
        else { return .failure(.cannotListen(reason: localized("The port is unknown."))) }
        soup_server_add_handler(
            server.typed(), nil,
            { _, message, path, _, data in
                guard let message, let path, let data else { return }
                Unmanaged<DemoRequests>.fromOpaque(data).takeUnretainedValue()
                    .handle(message, path: String(cString: path))
            }, Unmanaged.passRetained(requests).toOpaque(), releaseObject)
        return .success((server, url))
    }
}

/// A value passed to a thread that waits for it.
private final class Slot<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let filled = DispatchSemaphore(value: 0)

    func put(_ new: Value) {
        value.withLock { $0 = new }
        filled.signal()
    }

    func take() -> Value {
        filled.wait()
        guard let value = value.withLock({ $0 }) else { preconditionFailure("signalled only once it is filled") }
        return value
    }
}
