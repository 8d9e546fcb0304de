import Foundation

/// A message from a worker for archives to the program, after ``DecodeReply/ready(_:)``. The program trusts nothing in
/// it: any bytes decode to a sound value or to nil.
package enum ArchiveReply: Sendable, Equatable {
    /// The archive is open.
    case opened
    /// Asks for bytes of the archive: at most `count` from `offset` on. A reply follows when it has them.
    case wanted(offset: Int, count: Int)
    /// The next member.
    case member(ArchiveHeader)
    /// There is no further member.
    case ended
    /// Bytes of the member; none at its end.
    case piece(Data)
    /// The rest of the member is passed over.
    case skipped
    /// Why the archive cannot be read on.
    case failed(ArchiveFailure)

    /// The bytes of the message.
    package var encoded: [UInt8] {
        var writer = MessageWriter()
        switch self {
        case .opened: writer.put(UInt8(1))
        case .wanted(let offset, let count):
            writer.put(UInt8(2))
            writer.put(Int64(offset))
            writer.put(Int32(clamping: count))
        case .member(let header):
            writer.put(UInt8(3))
            header.put(to: &writer)
        case .ended: writer.put(UInt8(4))
        case .piece(let data):
            writer.put(UInt8(5))
            writer.put(data)
        case .skipped: writer.put(UInt8(6))
        case .failed(let failure):
            writer.put(UInt8(7))
            failure.put(to: &writer)
        }
        return writer.bytes
    }

    /// Decodes `message`; nil if it is malformed.
    package init?(_ message: UnsafeRawBufferPointer) {
        var reader = MessageReader(message)
        do throws(MessageReader.Malformed) {
            switch try reader.number(UInt8.self) {
            case 1: self = .opened
            case 2:
                self = .wanted(
                    offset: try reader.number(Int64.self, in: 0...Int.max),
                    count: try reader.number(Int32.self, in: 1...DecodeRequest.longestPiece))
            case 3: self = .member(try ArchiveHeader(from: &reader))
            case 4: self = .ended
            case 5:
                let data = reader.rest()
                guard data.count <= DecodeRequest.longestPiece else { return nil }
                self = .piece(data)
            case 6: self = .skipped
            case 7: self = .failed(try ArchiveFailure(from: &reader))
            default: return nil
            }
            try reader.finish()
        } catch {
            return nil
        }
    }
}

extension ArchiveHeader {
    func put(to writer: inout MessageWriter) {
        for flag in [isFile, isEncrypted, skipsFreely] { writer.put(UInt8(flag ? 1 : 0)) }
        writer.put(optional: byteCount) { $0.put(Int64($1)) }
        writer.put(optional: seconds) { $0.put(Int64($1)) }
        writer.put(Int64(position))
        writer.put(Data(name.prefix(ArchiveLimits.nameByteCount)))
    }

    /// The name is the rest of the message.
    init(from reader: inout MessageReader) throws(MessageReader.Malformed) {
        isFile = try reader.bool()
        isEncrypted = try reader.bool()
        skipsFreely = try reader.bool()
        byteCount = try reader.optional { (reader) throws(MessageReader.Malformed) in
            try reader.number(Int64.self, in: 0...Int.max)
        }
        seconds = try reader.optional { (reader) throws(MessageReader.Malformed) in
            try reader.number(Int64.self, in: Int.min...Int.max)
        }
        position = try reader.number(Int64.self, in: 0...Int.max)
        name = Array(reader.rest())
        guard name.count <= ArchiveLimits.nameByteCount else { throw MessageReader.Malformed() }
    }
}

extension ArchiveFailure {
    func put(to writer: inout MessageWriter) {
        switch self {
        case .notAnArchive: writer.put(UInt8(0))
        case .encrypted: writer.put(UInt8(1))
        case .damaged(let reason):
            writer.put(UInt8(2))
            writer.put(reason)
        case .sourceFailed: writer.put(UInt8(3))
        case .outOfMemory: writer.put(UInt8(4))
        case .notStarted: writer.put(UInt8(5))
        case .noPDFLibrary: writer.put(UInt8(6))
        // The program alone decides about these.
        case .crashed, .killed, .tooSlow, .cancelled: writer.put(UInt8(3))
        }
    }

    init(from reader: inout MessageReader) throws(MessageReader.Malformed) {
        switch try reader.number(UInt8.self) {
        case 0: self = .notAnArchive
        case 1: self = .encrypted
        case 2: self = .damaged(reason: try reader.text())
        case 3: self = .sourceFailed
        case 4: self = .outOfMemory
        case 5: self = .notStarted
        case 6: self = .noPDFLibrary
        default: throw MessageReader.Malformed()
        }
    }
}
