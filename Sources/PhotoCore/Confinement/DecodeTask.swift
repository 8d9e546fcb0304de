/// What a decoder process is to make of a picture's bytes.
public enum DecodeTask: Sendable, Equatable {
    /// See ``PictureDecoding/decode(_:toFill:isCancelled:)``.
    case fill(PixelSize)
    /// See ``PictureDecoding/decodeWhole(_:at:isCancelled:)``: it asks for the size when it knows the picture's own.
    case whole
    /// See ``PhotoDecoding/decodePhoto(_:at:isCancelled:)``.
    case photo(PhotoDetail)
    /// See ``CameraFactsReading/facts(in:)``.
    case facts
}

extension DecodeTask {
    /// Levels of detail that there can be.
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
        }
    }

    init(from reader: inout MessageReader) throws(MessageReader.Malformed) {
        switch try reader.number(UInt8.self) {
        case 0: self = .fill(try reader.size(atLeast: 0))
        case 1: self = .whole
        case 2: self = .photo(.level(try reader.number(Int8.self, in: Self.levels)))
        case 3: self = .photo(.fitting(try reader.size(atLeast: 0)))
        case 4: self = .facts
        default: throw MessageReader.Malformed()
        }
    }
}
