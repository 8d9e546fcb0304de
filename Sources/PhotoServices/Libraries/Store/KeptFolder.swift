import Foundation
import PhotoCore

/// A server's list of a folder, as it is kept: as it was received, in packed parts. A list of 100,000 files has some
/// 50 MB, or 200 MB with what a Nextcloud server knows of photos, and takes a few: it never is in memory as a whole.
struct KeptFolder: Sendable {
    /// The reply, in its order.
    let parts: [PackedData]
    /// When the server was asked, in seconds since 1970.
    let asked: Double
    /// Its source, after redirects.
    let url: URL
    /// The Content-Type with its parameters, if there was one.
    let contentType: String?

    /// Bytes of all parts, packed.
    static let mostBytes = 32 << 20
    /// Bytes of a part, unpacked: those of a reply end with the piece that makes them full.
    static let longestPart = 2 << 20

    /// How long the reply is. A damaged file may say anything.
    var byteCount: Int { parts.reduce(0) { $0 &+ max(0, min($1.byteCount, Self.longestPart)) } }

    /// A part of the reply; nil if it is damaged.
    func part(_ number: Int) -> Data? { parts[number].unpacked(longest: Self.longestPart) }
}
