import Foundation
import Testing

@testable import PhotoCore

@Suite("Numbers in what failures say")
struct FailureNumberTests {
    private let english = NumberFormats(locale: Locale(identifier: "en_001"))
    private let german = NumberFormats(locale: Locale(identifier: "de_DE"))
    private let arabic = NumberFormats(locale: Locale(identifier: "ar_EG"))

    @Test func `Sizes, amounts and times have the reader's digits and groups`() {
        let size = PixelSize(width: 60_000, height: 40_000)
        let tooLarge = DecodeFailure.tooLarge(size: size, limit: 1_200_000_000)
        #expect(tooLarge.description == tooLarge.sentence(english))
        #expect(
            tooLarge.sentence(english) == "Too large: 60000 × 40000 pixels (the limit is 1,200 megapixels)")
        #expect(tooLarge.sentence(german) == "Too large: 60000 × 40000 pixels (the limit is 1.200 megapixels)")
        #expect(tooLarge.sentence(arabic) == "Too large: ٦٠٠٠٠ × ٤٠٠٠٠ pixels (the limit is ١٬٢٠٠ megapixels)")
        #expect(
            DecodeFailure.memoryExceeded(size: size, byteCount: 9_600_000_000, limit: 1_500_000_000).sentence(german)
                == "Too large: 60000 × 40000 pixels need 9.600 MB of memory (the limit is 1.500 MB)")
        #expect(
            DecodeFailure.memoryExceeded(size: nil, byteCount: 48_000_000, limit: 47_000_000).sentence(arabic)
                == "Too large: It needs ٤٨ MB of memory (the limit is ٤٧ MB)")
        #expect(DecodeFailure.tooSlow(seconds: 11).sentence(arabic) == "Decoding was stopped after ١١ seconds.")
    }

    @Test func `So have those of a connection, whose status stays what the server sends`() {
        #expect(
            FetchFailure.cutShort(received: 12_345, expected: 1_234_567).sentence(german)
                == "The connection was lost after 12.345 of 1.234.567 bytes.")
        #expect(
            FetchFailure.cutShort(received: 12_345, expected: nil).sentence(arabic)
                == "The connection was lost after ١٢٬٣٤٥ bytes.")
        #expect(
            FetchFailure.timedOut(host: "h", seconds: 60).sentence(arabic) == "h did not answer for ٦٠ seconds.")
        #expect(
            FetchFailure.tooSlow(host: "h", seconds: 120).sentence(arabic)
                == "h has sent almost nothing for ١٢٠ seconds.")
        #expect(FetchFailure.tooLarge(limit: 256 << 20).sentence(arabic) == "Larger than the limit of ٢٥٦ MiB")
        #expect(
            FetchFailure.refused(status: 503, phrase: "").sentence(arabic) == "The server answered with error 503")
    }

    @Test func `So have those of a catalogue`() {
        #expect(
            CatalogueFailure.tooLarge(limit: 512 << 20).sentence(arabic)
                == "The catalogue is larger than the limit of ٥١٢ MiB. Split it into several smaller ones.")
        #expect(
            CatalogueFailure.tooManyPhotos(limit: 10_000_000).sentence(arabic)
                == "The catalogue names more than ١٠ million photos. Split it into several smaller ones.")
    }
}
