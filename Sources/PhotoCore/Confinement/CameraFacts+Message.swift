extension CameraFacts {
    func put(to writer: inout MessageWriter) {
        for text in [camera, lens, date, zone] { writer.put(optional: text) { $0.put($1) } }
        for number in [exposureTime, aperture, focalLength, latitude, longitude] {
            writer.put(optional: number) { $0.put($1) }
        }
        writer.put(optional: speed) { $0.put(Int32(clamping: $1)) }
    }

    init(from reader: inout MessageReader) throws(MessageReader.Malformed) {
        self.init()
        camera = try reader.optional(Self.text)
        lens = try reader.optional(Self.text)
        date = try reader.optional(Self.text)
        zone = try reader.optional(Self.text)
        exposureTime = try reader.optional(Self.number)
        aperture = try reader.optional(Self.number)
        focalLength = try reader.optional(Self.number)
        latitude = try reader.optional(Self.number)
        longitude = try reader.optional(Self.number)
        speed = try reader.optional { (reader) throws(MessageReader.Malformed) in
            try reader.number(Int32.self, in: 1...Int(Int32.max))
        }
    }

    private static func text(_ reader: inout MessageReader) throws(MessageReader.Malformed) -> String {
        try reader.text()
    }

    private static func number(_ reader: inout MessageReader) throws(MessageReader.Malformed) -> Double {
        try reader.double()
    }
}
