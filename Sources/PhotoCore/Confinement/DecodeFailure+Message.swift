extension DecodeFailure {
    func put(to writer: inout MessageWriter) {
        switch self {
        case .empty: writer.put(UInt8(0))
        case .notAPicture: writer.put(UInt8(1))
        case .noLoader(let format):
            writer.put(UInt8(2))
            writer.put(format)
        case .cutShort: writer.put(UInt8(3))
        case .tooLarge(let size, let limit):
            writer.put(UInt8(4))
            writer.put(size)
            writer.put(Int64(limit))
        case .tooSlow(let seconds):
            writer.put(UInt8(5))
            writer.put(Int32(clamping: seconds))
        case .busy: writer.put(UInt8(6))
        case .outOfMemory: writer.put(UInt8(7))
        case .unreadable(let reason):
            writer.put(UInt8(8))
            writer.put(reason)
        case .cancelled: writer.put(UInt8(9))
        case .crashed: writer.put(UInt8(10))
        // The program alone decides about these.
        case .memoryExceeded, .killed: writer.put(UInt8(7))
        }
    }

    init(from reader: inout MessageReader) throws(MessageReader.Malformed) {
        switch try reader.number(UInt8.self) {
        case 0: self = .empty
        case 1: self = .notAPicture
        case 2: self = .noLoader(try EncodedPicture.Format(from: &reader))
        case 3: self = .cutShort
        case 4: self = .tooLarge(size: try reader.size(), limit: try reader.number(Int64.self, in: 0...Int(Int32.max)))
        case 5: self = .tooSlow(seconds: try reader.number(Int32.self, in: 0...86_400))
        case 6: self = .busy
        case 7: self = .outOfMemory
        case 8: self = .unreadable(reason: try reader.text())
        case 9: self = .cancelled
        case 10: self = .crashed
        default: throw MessageReader.Malformed()
        }
    }
}

extension EncodedPicture.Format {
    init(from reader: inout MessageReader) throws(MessageReader.Malformed) {
        let formats = Self.allCases
        self = formats[try reader.number(UInt8.self, in: 0...(formats.count - 1))]
    }
}

extension ExifOrientation {
    init(from reader: inout MessageReader) throws(MessageReader.Malformed) {
        guard let orientation = ExifOrientation(rawValue: try reader.number(UInt8.self, in: 1...8)) else {
            throw MessageReader.Malformed()
        }
        self = orientation
    }
}

extension MessageWriter {
    mutating func put(_ format: EncodedPicture.Format) {
        put(UInt8(EncodedPicture.Format.allCases.firstIndex(of: format) ?? 0))
    }

    mutating func put(_ orientation: ExifOrientation) { put(UInt8(orientation.rawValue)) }
}
