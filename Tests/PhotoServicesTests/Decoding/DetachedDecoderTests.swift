import Foundation
import PhotoCore
import Synchronization
import TestSupport
import Testing

@testable import PhotoDecoding

@Suite("Decoders that can't be interrupted")
struct DetachedDecoderTests {
    private static let svg = Data(#"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>"#.utf8)

    private func decode(
        _ data: Data = svg, with decoder: DetachedDecoder, side: Int = 8, isCancelled: () -> Bool = { false }
    ) -> Result<PixelBuffer, DecodeFailure> {
        Result { () throws(DecodeFailure) in
            try decoder.decode(data, toFill: .square(side), isCancelled: isCancelled)
        }
    }

    @Test func `A picture in time is the decoder's own`() {
        let result = decode(with: DetachedDecoder(StubDecoder()))
        #expect(result == .success(.pixel(UInt8(ascii: "<"))))
        #expect(decode(Data("bad".utf8), with: DetachedDecoder(StubDecoder())) == .failure(.notAPicture))
    }

    @Test func `Cancelling comes back at once, though the decoder goes on`() {
        let gate = Gate()
        defer { gate.open() }
        let asked = Atomic(0)
        let result = decode(with: DetachedDecoder(StubDecoder(gate: gate))) {
            // The first check comes before the beginning.
            asked.add(1, ordering: .relaxed).oldValue >= 1
        }
        #expect(result == .failure(.cancelled))
    }

    @Test func `What takes too long is given up, and while such threads go on no more are begun than there are places`()
    {
        let gate = Gate()
        let inner = StubDecoder(gate: gate)
        let decoder = DetachedDecoder(inner, limit: .milliseconds(20), places: DetachedPlaces(2))
        for _ in 0..<2 { #expect(decode(with: decoder) == .failure(.tooSlow(seconds: 0))) }
        for _ in 0..<2 { #expect(decode(with: decoder) == .failure(.busy)) }
        #expect(inner.decodings <= 2)
        gate.open()
    }

    @Test func `However many ask at once, no more are begun than there are places`() {
        let gate = Gate()
        let inner = StubDecoder(gate: gate)
        let decoder = DetachedDecoder(inner, limit: .milliseconds(20), places: DetachedPlaces(2))
        DispatchQueue.concurrentPerform(iterations: 12) { _ in
            let result = decode(with: decoder)
            #expect(result == .failure(.busy) || result == .failure(.tooSlow(seconds: 0)))
        }
        #expect(inner.decodings <= 2)
        gate.open()
    }

    @Test func `Threads that work for nobody keep no picture of another format from its place, and give theirs back`() {
        let places = DetachedPlaces(2)
        let gate = Gate()
        let stuck = DetachedDecoder(StubDecoder(gate: gate), limit: .milliseconds(20), places: places)
        for _ in 0..<2 { #expect(decode(with: stuck) == .failure(.tooSlow(seconds: 0))) }
        let other = DetachedDecoder(StubDecoder(), limit: .seconds(60), places: places)
        #expect(decode(with: other) == .failure(.busy))
        #expect(decode(Samples.turnedTIFF, with: other) != .failure(.busy))
        gate.open()
        while places.take(.svg) != .taken { sched_yield() }
    }

    @Test func `An SVG that asks for minutes of filter effects is given up`() {
        let effect = #"<feTurbulence type="turbulence" baseFrequency="0.9" numOctaves="20"/>"#
        let effects = String(repeating: effect, count: 20)
        let svg = """
            <svg xmlns="http://www.w3.org/2000/svg" width="800" height="800"><filter id="f">\(effects)</filter>\
            <rect width="800" height="800" filter="url(#f)"/></svg>
            """
        // Its own places: those of the process may be taken by other tests.
        let decoder = DetachedDecoder(PixbufDecoder(), limit: .milliseconds(200), places: DetachedPlaces(2))
        // At its own size each effect takes a second. Some versions of librsvg draw a smaller picture in no time.
        let result = decode(Data(svg.utf8), with: decoder, side: 800)
        // Without an SVG loader it is no picture.
        #expect(result == .failure(.tooSlow(seconds: 0)) || result == .failure(.notAPicture))
    }
}
