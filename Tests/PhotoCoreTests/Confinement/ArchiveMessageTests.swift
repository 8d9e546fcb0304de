import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@Suite("Messages between the program and its workers for archives")
struct ArchiveMessageTests {
    private static let requests: [ArchiveRequest] = [
        .open(.zip, byteCount: 0), .open(.tar, byteCount: 1), .open(.sequential, byteCount: .max),
        .open(.pdf, byteCount: 9), .next,
        .read(count: 1), .read(count: DecodeRequest.longestPiece), .skip, .close, .bytes(Data()),
        .bytes(Data(repeating: 9, count: DecodeRequest.longestPiece)), .noBytes,
    ]
    private static let failures: [ArchiveFailure] = [
        .notAnArchive, .encrypted, .damaged(reason: "Ünlesbar"), .damaged(reason: ""), .sourceFailed, .outOfMemory,
        .notStarted, .noPDFLibrary,
    ]
    private static let replies: [ArchiveReply] =
        [
            .opened, .wanted(offset: 0, count: 1), .wanted(offset: .max, count: DecodeRequest.longestPiece), .ended,
            .member(header(byteCount: 12, seconds: .min, position: .max)),
            .member(header(byteCount: nil, seconds: nil, position: 0)),
            .member(header(byteCount: .max, seconds: -1, position: 512, name: [])),
            .piece(Data()), .piece(Data(repeating: 9, count: DecodeRequest.longestPiece)), .skipped,
        ] + failures.map { .failed($0) }

    private static func header(
        byteCount: Int?, seconds: Int?, position: Int, name: [UInt8] = Array("trip/b.png".utf8)
    ) -> ArchiveHeader {
        ArchiveHeader(
            name: name, isFile: true, isEncrypted: false, byteCount: byteCount, seconds: seconds, position: position,
            skipsFreely: true)
    }

    private static func request(_ bytes: [UInt8]) -> ArchiveRequest? {
        bytes.withUnsafeBytes { ArchiveRequest($0) }
    }

    private static func reply(_ bytes: [UInt8]) -> ArchiveReply? { bytes.withUnsafeBytes { ArchiveReply($0) } }

    @Test("A message arrives as it was sent")
    func messagesArrive() {
        for request in Self.requests {
            #expect(request.encoded.count <= DecodeRequest.longest)
            #expect(Self.request(request.encoded) == request)
        }
        for reply in Self.replies {
            #expect(reply.encoded.count <= DecodeReply.longest)
            #expect(Self.reply(reply.encoded) == reply)
        }
    }

    @Test("A message that is too short or too long is malformed")
    func lengths() {
        #expect(Self.request([]) == nil && Self.reply([]) == nil)
        for request in Self.requests {
            // Bytes may have any length up to the longest.
            if case .bytes = request { continue }
            let bytes = request.encoded
            for count in 0..<bytes.count { #expect(Self.request(Array(bytes.prefix(count))) == nil) }
            #expect(Self.request(bytes + [0]) == nil)
        }
        for reply in Self.replies {
            switch reply {
            case .piece, .member: continue
            case .opened, .wanted, .ended, .skipped, .failed: break
            }
            let bytes = reply.encoded
            for count in 0..<bytes.count { #expect(Self.reply(Array(bytes.prefix(count))) == nil) }
            #expect(Self.reply(bytes + [0]) == nil)
        }
        let longest = [UInt8](repeating: 9, count: DecodeRequest.longestPiece + 1)
        #expect(Self.request([6] + longest) == nil && Self.reply([5] + longest) == nil)
    }

    @Test("Numbers below nothing, and pieces longer than a message, are malformed")
    func numbers() {
        for count in [Int.min, -1, 0, DecodeRequest.longestPiece + 1, .max] {
            #expect(Self.request(ArchiveRequest.read(count: count).encoded) == nil)
            #expect(Self.reply(ArchiveReply.wanted(offset: 0, count: count).encoded) == nil)
        }
        for place in [Int.min, -1] {
            #expect(Self.request(ArchiveRequest.open(.tar, byteCount: place).encoded) == nil)
            #expect(Self.reply(ArchiveReply.wanted(offset: place, count: 1).encoded) == nil)
            let placed = Self.header(byteCount: nil, seconds: nil, position: place)
            #expect(Self.reply(ArchiveReply.member(placed).encoded) == nil)
            let long = Self.header(byteCount: place, seconds: nil, position: 0)
            #expect(Self.reply(ArchiveReply.member(long).encoded) == nil)
        }
    }

    @Test("A name has as many bytes as it may have, and not one more")
    func names() {
        let longest = [UInt8](repeating: 0x78, count: ArchiveLimits.nameByteCount)
        let message = ArchiveReply.member(Self.header(byteCount: 1, seconds: 1, position: 1, name: longest)).encoded
        #expect(Self.reply(message) != nil)
        #expect(Self.reply(message + [0x78]) == nil)
    }

    @Test("What the program alone decides about is not said by a worker")
    func failures() {
        for failure in [ArchiveFailure.crashed, .killed, .tooSlow(seconds: 1), .cancelled] {
            #expect(Self.reply(ArchiveReply.failed(failure).encoded) == .failed(.sourceFailed))
        }
    }

    @Test("A message with any value in any byte is sound or malformed")
    func everyByte() {
        for message in Self.requests.map(\.encoded) + Self.replies.map(\.encoded) where message.count < 1000 {
            for index in message.indices {
                for value in UInt8.min...UInt8.max {
                    var changed = message
                    changed[index] = value
                    if let request = Self.request(changed) { #expect(Self.request(request.encoded) == request) }
                    if let reply = Self.reply(changed) { #expect(Self.reply(reply.encoded) == reply) }
                }
            }
        }
    }
}
