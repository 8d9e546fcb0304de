import Foundation

/// Decodes a body's chunked transfer coding as it arrives: RFC 9112, section 7.1. A pure value.
///
/// libsoup 3.2 accepts a body that ends amid its chunks as complete, and treats an invalid size as the last chunk. This
/// decoder does not.
public struct ChunkedCoding: Sendable {
    /// The progress of the body.
    public enum State: Sendable, Equatable {
        /// More bytes are expected.
        case coming
        /// The last chunk and the trailers have arrived.
        case ended
        /// A chunk is malformed; nothing more is read.
        case broken
    }
    private enum Place {
        case size, data, afterData, trailers
    }

    /// 8 KiB: no server writes longer chunk extensions.
    private static let longestLine = 8192
    /// 64 KiB of trailers: libsoup's limit for a head.
    private static let mostTrailers = 65536

    /// How far the body is.
    public private(set) var state = State.coming
    /// How many bytes belong to chunks that proved as long as announced.
    public private(set) var soundByteCount = 0
    /// Whether bytes followed the body's end.
    public private(set) var hasMore = false

    private var place = Place.size
    private var given = 0
    /// The missing bytes of the current chunk.
    private var left = 0
    private var line: [UInt8] = []
    private var trailerByteCount = 0

    /// A body without bytes.
    public init() {}

    /// Takes the next bytes from the network; returns the body's bytes in them.
    public mutating func decode(_ bytes: Data) -> Data {
        var body = Data()
        var rest = bytes[...]
        while state == .coming, let first = rest.first {
            if place == .data {
                let piece = rest.prefix(left)
                body += piece
                rest = rest.dropFirst(piece.count)
                left -= piece.count
                given += piece.count
                if left == 0 { place = .afterData }
            } else {
                rest = rest.dropFirst()
                take(first)
            }
        }
        if state == .ended, !rest.isEmpty { hasMore = true }
        return body
    }

    private mutating func take(_ byte: UInt8) {
        guard byte == UInt8(ascii: "\n") else {
            line.append(byte)
            if line.count > Self.longestLine { state = .broken }
            return
        }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        endLine(line)
        line.removeAll(keepingCapacity: true)
    }

    private mutating func endLine(_ line: [UInt8]) {
        switch place {
        case .size:
            if let size = Self.size(line) {
                left = size
                place = size == 0 ? .trailers : .data
            } else {
                state = .broken
            }
        case .afterData:
            if line.isEmpty {
                soundByteCount = given
                place = .size
            } else {
                state = .broken
            }
        case .trailers:
            trailerByteCount += line.count
            if line.isEmpty { state = .ended }
            if trailerByteCount > Self.mostTrailers { state = .broken }
        case .data: break
        }
    }

    /// The number in front of a chunk's extensions; nil if invalid, negative, or beyond 2^59.
    private static func size(_ line: [UInt8]) -> Int? {
        let text = String(decoding: line.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
        // Some servers pad the field with blanks.
        let digits = text.trimmed.drop { $0 == "0" }
        guard !text.trimmed.isEmpty, text.trimmed.allSatisfy(\.isHexDigit), text.utf8.allSatisfy({ $0 < 0x80 }),
            digits.count < 16
        else { return nil }
        return digits.isEmpty ? 0 : Int(digits, radix: 16)
    }
}
