import Foundation
import PhotoCore

/// Decodes a content coding (RFC 9110, section 8.4.1) as it arrives. libsoup's decoder accepts incomplete data as
/// complete; this one knows whether the end was there, and returns its output in pieces, so that a few bytes never
/// become many at once. Used on one thread at a time.
final class ContentDecoder {
    private enum Coding {
        case gzip, deflate
    }
    private enum Place {
        /// Too few bytes to tell whether it is compressed at all.
        case beginning
        case packed(ByteConverter)
        /// After the end of the data, where gzip may have another member.
        case ended(ByteConverter)
        /// Not compressed, although the server says so.
        case plain
    }

    /// Decompressed bytes so far.
    private(set) var givenByteCount = 0

    private let coding: Coding
    private var place = Place.beginning
    private var waiting = Data()

    /// The codings that the program requests.
    static let accepted = "gzip, deflate"

    /// The decoder for a reply with these fields; nil if there is nothing to decode. Throws for an unrequested, unknown
    /// coding.
    static func of(_ head: ReplyHead) throws(FetchFailure) -> ContentDecoder? {
        guard head.isEncoded, let field = head.fields["content-encoding"] else { return nil }
        let name = field.trimmingCharacters(in: .whitespaces).lowercased()
        switch name {
        case "gzip", "x-gzip":
            // Like libsoup: Apache declares this for files that are themselves compressed.
            let type = head.fields["content-type"]?.split(separator: ";").first?.lowercased()
            return ["application/gzip", "application/x-gzip"].contains(type) ? nil : ContentDecoder(.gzip)
        case "deflate": return ContentDecoder(.deflate)
        case "br", "zstd", "compress", "x-compress":
            throw .garbled(reason: localized("It is compressed with “\(name)”, which was not requested."))
        // Many servers write something that is no coding.
        default: return nil
        }
    }

    private init(_ coding: Coding) { self.coding = coding }

    func put(_ bytes: Data) { waiting += bytes }

    /// The next piece of output, at most 64 KiB if compressed; nil until more bytes arrive.
    func next() throws(FetchFailure) -> Data? {
        while true {
            switch place {
            case .beginning:
                guard waiting.count >= 2 else { return nil }
                begin()
            case .plain: return waiting.isEmpty ? nil : given(take(waiting.count))
            case .ended(let converter):
                guard coding == .gzip, waiting.first == 0x1F else {
                    waiting = Data()
                    return nil
                }
                converter.reset()
                place = .packed(converter)
            case .packed(let converter):
                guard !waiting.isEmpty || isFull else { return nil }
                let (step, read, output) = waiting.withUnsafeBytes { input in
                    let (step, read, output) = converter.convert(input)
                    return (step, read, Data(output))
                }
                _ = take(read)
                // There may be more output than there was room for.
                isFull = step == .converted && !output.isEmpty
                switch step {
                case .finished: place = .ended(converter)
                case .invalid: throw Self.damaged
                case .needsInput: if output.isEmpty { return nil }
                case .converted: break
                }
                if !output.isEmpty { return given(output) }
            }
        }
    }

    private var isFull = false

    /// Whether another piece may be available before more bytes arrive.
    var hasMore: Bool { isFull || !waiting.isEmpty }

    /// Whether the compressed data is complete, at the end of all bytes. Nil if it is not compressed.
    var hasEnded: Bool? {
        switch place {
        case .beginning: waiting.isEmpty ? nil : false
        case .packed: false
        case .ended: true
        case .plain: nil
        }
    }

    private func begin() {
        let (first, second) = (Int(waiting[waiting.startIndex]), Int(waiting[waiting.startIndex + 1]))
        let converter: ByteConverter? =
            switch coding {
            case .gzip: first == 0x1F && second == 0x8B ? .gzip() : nil
            // RFC 1950, section 2.2. Some servers omit the wrapper, and send only its content.
            case .deflate: .deflate(isBare: !(first & 15 == 8 && (first << 8 | second) % 31 == 0))
            }
        place = converter.map { .packed($0) } ?? .plain
    }

    private func take(_ count: Int) -> Data {
        let taken = Data(waiting.prefix(count))
        // Without a copy: a piece may hold thousands of packed members.
        waiting = waiting.dropFirst(count)
        return taken
    }

    private func given(_ bytes: Data) -> Data {
        givenByteCount += bytes.count
        return bytes
    }

    private static let damaged = FetchFailure.garbled(reason: localized("It cannot be decompressed."))
}
