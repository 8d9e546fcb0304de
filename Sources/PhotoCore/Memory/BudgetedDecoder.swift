import Foundation

/// Decodes rows once a ``MemoryAccount`` has room for it. May be used from any number of threads; blocks the calling
/// one.
public struct BudgetedDecoder: PictureDecoding {
    private let decoder: any PictureDecoding
    private let account: MemoryAccount
    private let pixelLimit: Int

    /// Decodes with `decoder`, which refuses pictures of more than `pixelLimit` pixels.
    public init(_ decoder: any PictureDecoding, _ account: MemoryAccount, pixelLimit: Int) {
        self.decoder = decoder
        self.account = account
        self.pixelLimit = pixelLimit
    }

    /// See ``PictureDecoding/decode(_:toFill:isCancelled:)``.
    public func decode(
        _ data: Data, toFill size: PixelSize, isCancelled: () -> Bool
    ) throws(DecodeFailure) -> PixelBuffer {
        let hold = try begin(data, isCancelled) { CoverFit(of: $0, filling: size).scaled }
        defer { withExtendedLifetime(hold) {} }
        return try decoder.decode(data, toFill: size, isCancelled: isCancelled)
    }

    /// See ``PictureDecoding/decodeWhole(_:at:isCancelled:)``.
    public func decodeWhole(
        _ data: Data, at size: @escaping @Sendable (PixelSize) -> PixelSize, isCancelled: () -> Bool
    ) throws(DecodeFailure) -> WholePicture {
        let hold = try begin(data, isCancelled, size)
        defer { withExtendedLifetime(hold) {} }
        return try decoder.decodeWhole(data, at: size, isCancelled: isCancelled)
    }

    private func begin(
        _ data: Data, _ isCancelled: () -> Bool, _ scaled: (PixelSize) -> PixelSize
    ) throws(DecodeFailure) -> MemoryHold {
        try account.begin(
            DecodeNeed(ofRow: data, pixelLimit: pixelLimit, scaled: scaled), .listed, isCancelled: isCancelled)
    }
}
