import Foundation

/// What a worker does with a picture's bytes.
public enum DecodeTask: Sendable, Equatable {
    /// See ``PictureDecoding/decode(_:toFill:isCancelled:)``.
    case fill(PixelSize)
    /// See ``PictureDecoding/decodeWhole(_:at:isCancelled:)``: the worker asks for the size when it knows the original
    /// size.
    case whole
    /// See ``PhotoDecoding/decodePhoto(_:at:isCancelled:)``.
    case photo(PhotoDetail)
    /// See ``CameraFactsReading/facts(in:)``.
    case facts
    /// See ``ThumbnailCoding/decode(_:toFill:isCancelled:)``.
    case thumbnail(PixelSize)
    /// See ``PictureEncoding``: the pixels are in the request's memory, and no bytes follow.
    case encode(EncodeTask)
    /// See ``PictureEncoding/carryMetadata(of:toFileAt:size:)``: this many bytes of the original, then the picture of
    /// this size that receives the original's metadata.
    case carry(originalCount: Int, PixelSize)

    /// Whether nothing of the picture's bytes is read after the job. A photo that moves is read for each frame.
    package var staysInInput: Bool {
        switch self {
        case .fill: true
        case .whole, .photo, .facts, .thumbnail, .encode, .carry: false
        }
    }
}

/// What a worker encodes, and how.
public struct EncodeTask: Sendable, Equatable {
    /// The format of the result.
    public let format: ExportOptions.Format
    /// The quality, 1 to 100; unused for PNG.
    public let quality: Int
    /// Where the pixels lie in the task's memory; their alpha is not premultiplied.
    public let pixels: PlaneLayout
    /// The labels to write into a thumbnail; empty for all other pictures.
    public let labels: [Label]

    /// A thumbnail's label.
    public struct Label: Sendable, Equatable {
        /// The name, in Latin-1.
        public let key: String
        /// The text.
        public let text: String

        /// A label.
        public init(key: String, text: String) {
            self.key = key
            self.text = text
        }
    }

    /// A task for pixels of `size` at the start of the memory.
    public init(
        _ format: ExportOptions.Format, quality: Int, size: PixelSize, channels: Int, labels: [Label] = []
    ) {
        self.format = format
        self.quality = quality
        self.labels = labels
        pixels = PlaneLayout(size: size, channels: channels, offset: 0)
    }

    /// More labels would not fit into a message.
    static let mostLabels = 20
    /// The longest text, in bytes of UTF-8: a thumbnail's labels contain the address of its photo.
    static let longestText = 16384

    /// Whether the task fits into a message.
    public var fits: Bool {
        labels.count <= Self.mostLabels
            && labels.allSatisfy { max($0.key.utf8.count, $0.text.utf8.count) <= Self.longestText }
            && labels.reduce(200) { $0 + $1.key.utf8.count + $1.text.utf8.count + 4 } <= DecodeRequest.longest
    }

    func put(to writer: inout MessageWriter) {
        writer.put(UInt8(ExportOptions.Format.allCases.firstIndex(of: format) ?? 0))
        writer.put(UInt8(clamping: quality))
        pixels.put(to: &writer)
        writer.put(UInt8(clamping: labels.count))
        for label in labels {
            for text in [label.key, label.text] {
                let bytes = Data(text.utf8.prefix(Self.longestText))
                writer.put(UInt16(bytes.count))
                writer.put(bytes)
            }
        }
    }

    init(from reader: inout MessageReader) throws(MessageReader.Malformed) {
        let formats = ExportOptions.Format.allCases
        format = formats[try reader.number(UInt8.self, in: 0...(formats.count - 1))]
        quality = try reader.number(UInt8.self, in: 0...100)
        pixels = try PlaneLayout(from: &reader)
        guard pixels.offset == 0 else { throw MessageReader.Malformed() }
        var labels: [Label] = []
        for _ in 0..<(try reader.number(UInt8.self, in: 0...Self.mostLabels)) {
            labels.append(Label(key: try Self.text(&reader), text: try Self.text(&reader)))
        }
        self.labels = labels
    }

    private static func text(_ reader: inout MessageReader) throws(MessageReader.Malformed) -> String {
        let count = try reader.number(UInt16.self, in: 0...longestText)
        return String(decoding: try reader.bytes(count), as: UTF8.self)
    }
}

extension DecodeTask {
    /// The possible levels of detail.
    static let levels = -8...30

    func put(to writer: inout MessageWriter) {
        switch self {
        case .fill(let size):
            writer.put(UInt8(0))
            writer.put(size)
        case .whole: writer.put(UInt8(1))
        case .photo(.level(let level)):
            writer.put(UInt8(2))
            writer.put(Int8(clamping: level))
        case .photo(.fitting(let box)):
            writer.put(UInt8(3))
            writer.put(box)
        case .facts: writer.put(UInt8(4))
        case .thumbnail(let size):
            writer.put(UInt8(5))
            writer.put(size)
        case .encode(let task):
            writer.put(UInt8(6))
            task.put(to: &writer)
        case .carry(let count, let size):
            writer.put(UInt8(7))
            writer.put(Int64(count))
            writer.put(size)
        }
    }

    init(from reader: inout MessageReader) throws(MessageReader.Malformed) {
        switch try reader.number(UInt8.self) {
        case 0: self = .fill(try reader.size(atLeast: 0))
        case 1: self = .whole
        case 2: self = .photo(.level(try reader.number(Int8.self, in: Self.levels)))
        case 3: self = .photo(.fitting(try reader.size(atLeast: 0)))
        case 4: self = .facts
        case 5: self = .thumbnail(try reader.size())
        case 6: self = .encode(try EncodeTask(from: &reader))
        case 7:
            self = .carry(
                originalCount: try reader.number(Int64.self, in: 0...DecodeRequest.mostBytes), try reader.size())
        default: throw MessageReader.Malformed()
        }
    }

    /// The size of the task's memory, in bytes; nil if it has none.
    public var memory: Int? { if case .encode(let task) = self { task.pixels.byteCount } else { nil } }

    /// Whether the replies are pieces of a file.
    public var isAnsweredInPieces: Bool {
        switch self {
        case .encode, .carry: true
        case .fill, .whole, .photo, .facts, .thumbnail: false
        }
    }
}
