import CSoup
import Foundation
import GLibBridge
import PhotoCore

/// An arriving body: takes network bytes, returns the body's bytes and, at the end, how it ended.
///
/// libsoup 3.2 reports no error if a chunked body is cut short or malformed, or a compressed one is. So this reads
/// below libsoup's chunk reader (the stream from `soup_session_send` filters it, which filters the connection), and
/// decodes chunks and compression itself.
///
/// @unchecked Sendable: used only on the network thread.
final class ReplyBody: @unchecked Sendable {
    /// The stream to read.
    let source: ObjectReference
    /// The expected network bytes, if known.
    let expected: Int?

    /// libsoup's own stream of the body.
    private let stream: ObjectReference
    private var chunks: ChunkedCoding?
    private let content: ContentDecoder?
    private let marksItsEnd: Bool
    private var plain: Data?
    private var received = 0

    /// The content of a file.
    init(file stream: ObjectReference) {
        (source, self.stream) = (stream, stream)
        (expected, chunks, content, marksItsEnd) = (nil, nil, nil, true)
    }

    /// The body of `message` with this `head`, as libsoup's undecoded `stream`. Throws for an unknown compression.
    init(_ stream: ObjectReference, of message: OpaquePointer, _ head: ReplyHead) throws(FetchFailure) {
        self.stream = stream
        content = try ContentDecoder.of(head)
        let headers = soup_message_get_response_headers(message)
        let encoding = soup_message_headers_get_encoding(headers)
        let isOneOfMany = soup_message_get_http_version(message) == SOUP_HTTP_2_0
        // Of two different lengths, libsoup believes one.
        let isMeasured = encoding == SOUP_ENCODING_CONTENT_LENGTH
        expected = isMeasured ? Int(soup_message_headers_get_content_length(headers)) : nil
        marksItsEnd = isOneOfMany || isMeasured && head.contentLength != nil
        let connection = encoding == SOUP_ENCODING_CHUNKED && !isOneOfMany ? Self.connection(under: stream) : nil
        source = connection ?? stream
        if connection != nil { chunks = ChunkedCoding() }
    }

    // MARK: - Bytes

    func take(_ bytes: Data) {
        received += bytes.count
        let bytes = chunks?.decode(bytes) ?? bytes
        if let content { content.put(bytes) } else { plain = bytes.isEmpty ? nil : bytes }
    }

    /// The next piece of the body; nil until more bytes are taken.
    func next() throws(FetchFailure) -> Data? {
        if let content { return try content.next() }
        defer { plain = nil }
        return plain
    }

    /// Whether another piece may be available before more bytes are taken.
    var hasMore: Bool { content?.hasMore ?? false }

    /// Whether no more bytes are expected.
    var isOver: Bool { chunks.map { $0.state != .coming } ?? false }

    // MARK: - The end

    /// How the body ended after `given` bytes. Reading has ended, or is complete.
    func end(given: Int) -> BodyEnd {
        let sound = content == nil ? chunks?.soundByteCount : 0
        if let expected, received < expected {
            return BodyEnd(failure: .cutShort(received: received, expected: expected), soundByteCount: sound)
        }
        switch chunks?.state {
        case .coming: return BodyEnd(failure: .cutShort(received: given, expected: nil), soundByteCount: sound)
        case .broken:
            let reason = localized("One of its chunks is malformed.")
            return BodyEnd(failure: .garbled(reason: reason), soundByteCount: sound)
        case .ended, nil: break
        }
        if content?.hasEnded == false {
            return BodyEnd(failure: .cutShort(received: given, expected: nil), soundByteCount: 0)
        }
        letConnectionGo()
        return chunks != nil || marksItsEnd || content?.hasEnded == true ? .marked : .unmarked
    }

    /// How many of the returned bytes are certainly the body's, if it broke off now.
    var soundByteCount: Int? { content == nil ? chunks?.soundByteCount : 0 }

    /// Whether libsoup knows that the body has ended, and can reuse the connection.
    private(set) var isLetGo = true

    /// Lets libsoup read the last chunk again from memory, because it was taken from below libsoup's reader. Memory
    /// briefly replaces the connection; `base_stream` is GIO's property for that.
    private func letConnectionGo() {
        guard let chunks else { return }
        isLetGo = false
        guard !chunks.hasMore else { return }
        let last: StaticString = "0\r\n\r\n"
        let bytes = g_memory_input_stream_new_from_data(last.utf8Start, last.utf8CodeUnitCount, nil)
        guard let memory = bytes else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(memory)) }
        let filter: UnsafeMutablePointer<GFilterInputStream> = source.typed()
        let connection = filter.pointee.base_stream
        filter.pointee.base_stream = memory
        defer { filter.pointee.base_stream = connection }
        // libsoup 3.2 reads the trailers into it.
        var trailers = [UInt8](repeating: 0, count: 128)
        let count = g_pollable_input_stream_read_nonblocking(stream.opaque, &trailers, gsize(trailers.count), nil, nil)
        isLetGo = count == 0
    }

    /// The connection's stream from which libsoup reads chunks, if it is at its known place below `stream`.
    private static func connection(under stream: ObjectReference) -> ObjectReference? {
        let filter = g_filter_input_stream_get_type()
        var next = stream
        var hasBody = false
        while g_type_check_instance_is_a(next.typed(), filter) != 0 {
            let name = g_type_name_from_instance(next.typed()).map { String(cString: $0) }
            if hasBody { return name == "SoupFilterInputStream" ? next : nil }
            hasBody = name == "SoupBodyInputStream"
            guard let base = g_filter_input_stream_get_base_stream(next.typed()) else { return nil }
            next = ObjectReference(borrowing: UnsafeMutableRawPointer(base))
        }
        return nil
    }
}
