import Foundation

/// A message from the program to a worker for archives. Each is at most ``DecodeRequest/longest`` bytes long.
package enum ArchiveRequest: Sendable, Equatable {
    /// Begins an archive of this length, and ends the last one.
    case open(ArchiveFormats, byteCount: Int)
    /// Asks for the next member.
    case next
    /// Asks for at most this many bytes of the member.
    case read(count: Int)
    /// Passes over the rest of the member.
    case skip
    /// Ends the archive. Has no reply.
    case close
    /// The bytes that the worker asked for, or the first ones of them.
    case bytes(Data)
    /// The bytes that the worker asked for cannot be read.
    case noBytes

    /// The bytes of the message.
    package var encoded: [UInt8] {
        var writer = MessageWriter()
        switch self {
        case .open(let formats, let byteCount):
            writer.put(UInt8(1))
            writer.put(formats.rawValue)
            writer.put(Int64(byteCount))
        case .next: writer.put(UInt8(2))
        case .read(let count):
            writer.put(UInt8(3))
            writer.put(Int32(clamping: count))
        case .skip: writer.put(UInt8(4))
        case .close: writer.put(UInt8(5))
        case .bytes(let data):
            writer.put(UInt8(6))
            writer.put(data)
        case .noBytes: writer.put(UInt8(7))
        }
        return writer.bytes
    }

    /// Decodes `message`; nil if it is malformed.
    package init?(_ message: UnsafeRawBufferPointer) {
        var reader = MessageReader(message)
        do throws(MessageReader.Malformed) {
            switch try reader.number(UInt8.self) {
            case 1:
                guard let formats = ArchiveFormats(rawValue: try reader.number(UInt8.self)) else { return nil }
                self = .open(formats, byteCount: try reader.number(Int64.self, in: 0...Int.max))
            case 2: self = .next
            case 3: self = .read(count: try reader.number(Int32.self, in: 1...DecodeRequest.longestPiece))
            case 4: self = .skip
            case 5: self = .close
            case 6:
                let data = reader.rest()
                guard data.count <= DecodeRequest.longestPiece else { return nil }
                self = .bytes(data)
            case 7: self = .noBytes
            default: return nil
            }
            try reader.finish()
        } catch {
            return nil
        }
    }
}
