import Foundation

/// A minimal client: one connection, closed on command, so that a test can leave at any time.
final class HTTPProbe {
    struct Reply {
        let status: Int
        /// Names in lower case.
        let headers: [String: String]
        let body: Data
        var text: String { String(decoding: body, as: UTF8.self) }
    }

    struct Broken: Error {}

    private var socket: Int32
    private(set) var received = Data()

    init(port: Int) throws {
        socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        // Far longer than any reply takes: a hanging server fails the test instead of hanging it.
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if result != 0 {
            close()
            throw Broken()
        }
    }

    deinit { close() }

    func close() {
        if socket >= 0 { _ = Foundation.close(socket) }
        socket = -1
    }

    func send(_ method: String, _ path: String, headers: [String] = [], version: String = "1.1") throws {
        let lines = ["\(method) \(path) HTTP/\(version)", "Host: 127.0.0.1", "Connection: close"] + headers + ["", ""]
        let bytes = Array(lines.joined(separator: "\r\n").utf8)
        if Foundation.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) != bytes.count { throw Broken() }
    }

    /// Reads until `count` bytes have arrived, or the server has closed the connection.
    func read(atLeast count: Int = .max) throws {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while received.count < count {
            let got = recv(socket, &buffer, buffer.count, 0)
            if got == 0 { return }
            if got < 0 { throw Broken() }
            received += buffer[..<got]
        }
    }

    /// The complete reply.
    func reply() throws -> Reply {
        try read()
        guard let end = received.range(of: Data("\r\n\r\n".utf8)) else { throw Broken() }
        let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        let body = Data(received[end.upperBound...])
        let status = Int(lines[0].split(separator: " ")[1]) ?? 0
        let isChunked = headers["transfer-encoding"] == "chunked" && !body.isEmpty
        return Reply(status: status, headers: headers, body: isChunked ? try Self.joined(body) : body)
    }

    /// The content of chunks; throws if the last one is missing.
    private static func joined(_ chunked: Data) throws -> Data {
        var rest = chunked[...]
        var content = Data()
        while let end = rest.range(of: Data("\r\n".utf8)) {
            guard let length = Int(String(decoding: rest[..<end.lowerBound], as: UTF8.self), radix: 16) else { break }
            if length == 0 { return content }
            content += rest[end.upperBound..<(end.upperBound + length)]
            rest = rest[(end.upperBound + length + 2)...]
        }
        throw Broken()
    }

    /// One request on a connection of its own.
    static func reply(
        to method: String = "GET", _ path: String, on port: Int, headers: [String] = [], version: String = "1.1"
    ) throws -> Reply {
        let probe = try HTTPProbe(port: port)
        try probe.send(method, path, headers: headers, version: version)
        return try probe.reply()
    }
}
