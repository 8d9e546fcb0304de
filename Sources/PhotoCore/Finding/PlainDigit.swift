extension Unicode.Scalar {
    /// The digit of ASCII for any script's, such as "2" for "٢"; nil for what is no decimal digit.
    package var plainDigit: Unicode.Scalar? {
        guard properties.generalCategory == .decimalNumber,
            let value = properties.numericValue.flatMap({ UInt8(exactly: $0) }), value < 10
        else { return nil }
        return Unicode.Scalar(UInt8(ascii: "0") + value)
    }
}
