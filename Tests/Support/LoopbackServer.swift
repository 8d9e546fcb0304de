import Foundation
import Synchronization

/// An HTTP/1.1 server on 127.0.0.1 that replies exactly as a test commands, byte by byte, good or bad. It logs the
/// requests, and the connections that the client closed.
public final class LoopbackServer: Sendable {
    /// The reply to one request.
    public enum Reply: Sendable {
        /// Sends these bytes, then keeps the connection.
        case raw(String, body: Data = Data())
        /// Sends these bytes, then closes.
        case rawThenClose(String, body: Data = Data())
        /// Sends these bytes, then resets the connection.
        case rawThenReset(Data)
        /// Sends these bytes, then nothing more; waits for the client to close.
        case rawThenHang(String, body: Data = Data())
        /// Sends these bytes, then zeros until the client closes.
        case endless(String)

        /// A complete reply with a Content-Length.
        public static func ok(_ body: Data, type: String = "application/octet-stream", headers: String = "") -> Reply {
            .raw(
                "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n\(headers)\r\n",
                body: body)
        }

        /// A complete reply without a body.
        public static func status(_ line: String, headers: String = "") -> Reply {
            .raw("HTTP/1.1 \(line)\r\nContent-Length: 0\r\n\(headers)\r\n")
        }
    }

    /// A request.
    public struct Request: Sendable {
        /// Its method.
        public let method: String
        /// Its path, with its query.
        public let path: String
        /// Its fields, by name in lower case.
        public let fields: [String: String]
        /// Its body.
        public let body: [UInt8]
    }

    private struct State {
        var requests: [Request] = []
        var closedUnfinished: [String] = []
        var sockets: Set<Int32> = []
        var connections = 0
        var isStopped = false
    }
    private let state = Mutex(State())
    private let changed = DispatchSemaphore(value: 0)
    private let listener: Int32
    private let reply: @Sendable (Request) -> Reply
    private let firstBytes: Data?
    /// The port it listens on.
    public let port: Int

    /// Starts the server; `reply` gets the path of each request.
    public convenience init(reply: @escaping @Sendable (_ path: String) -> Reply) throws {
        try self.init(handler: { reply($0.path) })
    }

    /// Starts the server; `reply` gets each request with its fields.
    public static func answering(_ reply: @escaping @Sendable (Request) -> Reply) throws -> LoopbackServer {
        try LoopbackServer(handler: reply)
    }

    /// Starts a server that answers the first bytes of a connection, whatever they are, with `bytes`, and closes.
    public static func answeringFirstBytes(with bytes: Data) throws -> LoopbackServer {
        try LoopbackServer(firstBytes: bytes, handler: { _ in .rawThenClose("") })
    }

    private init(firstBytes: Data? = nil, handler reply: @escaping @Sendable (Request) -> Reply) throws {
        self.firstBytes = firstBytes
        self.reply = reply
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let port = withUnsafeMutablePointer(to: &address) { pointer -> Int? in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                guard bind(listener, pointer, length) == 0, listen(listener, 64) == 0,
                    getsockname(listener, pointer, &length) == 0
                else { return nil }
                return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                    Int(UInt16(bigEndian: $0.pointee.sin_port))
                }
            }
        }
        guard let port else { throw POSIXError(.EADDRNOTAVAIL) }
        self.port = port
        Thread.detachNewThread { [self] in accept() }
    }

    /// The URL of `path`, which begins with a slash.
    public func url(_ path: String) -> URL {
        URL(string: "http://127.0.0.1:\(port)\(path)") ?? URL(fileURLWithPath: path)
    }

    /// The requested paths, in order.
    public var asked: [String] { requests.map(\.path) }
    /// The requests, in order.
    public var requests: [Request] { state.withLock { $0.requests } }
    /// The number of connections made.
    public var connections: Int { state.withLock { $0.connections } }
    /// The paths of replies that the client closed before their end.
    public var closedUnfinished: [String] { state.withLock { $0.closedUnfinished } }

    /// Waits until `condition` holds for the server; false after two minutes, which only a failing test reaches.
    public func wait(until condition: (LoopbackServer) -> Bool) -> Bool {
        let deadline = DispatchTime.now() + 120
        while !condition(self) {
            if DispatchTime.now() > deadline { return false }
            _ = changed.wait(timeout: .now() + .milliseconds(5))
        }
        return true
    }

    /// Closes everything.
    public func stop() {
        // With the lock, and once: a descriptor that is closed meanwhile may be another server's a moment later.
        state.withLock { state in
            guard !state.isStopped else { return }
            state.isStopped = true
            shutdown(listener, Int32(SHUT_RDWR))
            for socket in state.sockets { shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }

    private func accept() {
        while true {
            let connection = Glibc.accept(listener, nil, nil)
            let isRunning = state.withLock { state in
                guard !state.isStopped else {
                    if connection >= 0 { close(connection) }
                    return false
                }
                if connection >= 0 {
                    state.sockets.insert(connection)
                    state.connections += 1
                }
                return true
            }
            guard isRunning else { break }
            if connection >= 0 {
                Thread.detachNewThread { [self] in serve(connection) }
            } else {
                // The client has gone already, or descriptors are short for the moment.
                sched_yield()
            }
        }
        close(listener)
    }

    private func serve(_ connection: Int32) {
        defer {
            state.withLock { state in
                state.sockets.remove(connection)
                close(connection)
            }
        }
        if let firstBytes {
            var received = [UInt8](repeating: 0, count: 1 << 16)
            if recv(connection, &received, received.count, 0) > 0 { _ = send(connection, firstBytes) }
            return
        }
        while let request = readRequest(connection) {
            let path = request.path
            state.withLock { $0.requests.append(request) }
            changed.signal()
            switch reply(request) {
            case .raw(let head, let body):
                guard send(connection, Data(head.utf8) + body) else { return noteClosed(path) }
            case .rawThenClose(let head, let body):
                _ = send(connection, Data(head.utf8) + body)
                return
            case .rawThenReset(let bytes):
                _ = send(connection, bytes)
                // Closing it without a moment's patience for what is unsent.
                var impatience = linger(l_onoff: 1, l_linger: 0)
                setsockopt(
                    connection, SOL_SOCKET, SO_LINGER, &impatience, socklen_t(MemoryLayout<linger>.size))
                return
            case .rawThenHang(let head, let body):
                _ = send(connection, Data(head.utf8) + body)
                var byte: UInt8 = 0
                while recv(connection, &byte, 1, 0) > 0 {}
                return noteClosed(path)
            case .endless(let head):
                guard send(connection, Data(head.utf8)) else { return noteClosed(path) }
                let zeros = Data(count: 1 << 16)
                while send(connection, zeros) {}
                return noteClosed(path)
            }
        }
    }

    private func noteClosed(_ path: String) {
        state.withLock { $0.closedUnfinished.append(path) }
        changed.signal()
    }

    /// The next request on the connection; nil when the client has closed it.
    private func readRequest(_ connection: Int32) -> Request? {
        var request: [UInt8] = []
        var byte: UInt8 = 0
        while !request.suffix(4).elementsEqual([13, 10, 13, 10]) {
            guard recv(connection, &byte, 1, 0) == 1 else { return nil }
            request.append(byte)
        }
        let lines = String(decoding: request, as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count > 1 else { return nil }
        let fields = lines.dropFirst().compactMap { line -> (String, String)? in
            let sides = line.split(separator: ":", maxSplits: 1)
            guard sides.count == 2 else { return nil }
            return (sides[0].lowercased(), sides[1].trimmingCharacters(in: .whitespaces))
        }
        let named = Dictionary(fields, uniquingKeysWith: { "\($0), \($1)" })
        var body = [UInt8](repeating: 0, count: min(max(0, Int(named["content-length"] ?? "") ?? 0), 1 << 20))
        if !body.isEmpty {
            guard recv(connection, &body, body.count, Int32(MSG_WAITALL)) == body.count else { return nil }
        }
        return Request(method: String(words[0]), path: String(words[1]), fields: named, body: body)
    }

    private func send(_ connection: Int32, _ data: Data) -> Bool {
        data.withUnsafeBytes { bytes in
            var sent = 0
            while sent < bytes.count {
                let count = Glibc.send(
                    connection, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }
    }
}
