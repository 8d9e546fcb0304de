import Foundation
import Glibc

/// An address whose packets vanish: the queue of a socket that nobody accepts from is full, so that the kernel drops
/// every further request for a connection.
public final class BlackHole {
    /// The address.
    public let url: URL
    private var sockets: [Int32] = []

    /// Throws if there are no sockets.
    public init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port = withUnsafeMutablePointer(to: &address) { address -> UInt16? in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                guard bind(listener, generic, length) == 0, listen(listener, 0) == 0,
                    getsockname(listener, generic, &length) == 0
                else { return nil }
                return UInt16(bigEndian: address.pointee.sin_port)
            }
        }
        guard let port, let url = URL(string: "http://127.0.0.1:\(port)/") else { throw CocoaError(.fileReadUnknown) }
        self.url = url
        sockets.append(listener)
        // A queue of length zero takes one connection; those after it find it full.
        for _ in 0..<4 {
            let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
            withUnsafePointer(to: address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = connect(client, $0, length) }
            }
            sockets.append(client)
        }
    }

    /// Ends it.
    public func close() {
        for socket in sockets { Glibc.close(socket) }
        sockets = []
    }
}
