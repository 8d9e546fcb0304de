import Foundation
import Testing

@testable import ClassicPhotosApp
@testable import PhotoCore

@Suite("The inspector's words")
struct InspectorTextsTests {
    @Test func `Bytes are said in units of which there is at least one`() {
        let said = [0, 999, 1000, 9949, 9999, 99_949, 999_499, 999_500, 1_234_567, 12_345_678, 5_000_000_000]
            .map { InspectorTexts.bytes($0) }
        #expect(
            said == [
                "0 B", "999 B", "1.0 kB", "9.9 kB", "10 kB", "100 kB", "999 kB", "1.0 MB", "1.2 MB", "12 MB", "5.0 GB",
            ])
    }

    @Test func `Events are listed newest first, with their seconds since the start`() {
        var figures = TraceFigures()
        figures.take(TraceEvent(time: 3_000_000, thread: 1, kind: .suspended(window: 1)))
        figures.take(TraceEvent(time: 4_070_000, thread: 1, kind: .requestBegan(1, url: "http://h/")))
        figures.take(TraceEvent(time: 4_070_000, thread: 1, kind: .frame(duration: 2500, interval: nil)))
        let texts = InspectorTexts(figures, now: 5_000_000, start: 2_000_000)
        #expect(texts.events == "2.07  Request 1: http://h/\n1.00  Queues suspended")
        #expect(texts.state == "Queues suspended")
        #expect(texts.frames == "Frames: median 2.5 ms, 99% within 2.5 ms")
        #expect(texts.figures.first { $0.name == "Requests" }?.value == "1")
    }

    @Test func `Numbers have the reader's digits and marks, but not the words of a trace`() {
        var figures = TraceFigures()
        figures.take(TraceEvent(time: 4_070_000, thread: 1, kind: .frame(duration: 2500, interval: nil)))
        figures.take(TraceEvent(time: 4_070_000, thread: 1, kind: .suspended(window: 1)))
        for _ in 0..<1234 {
            figures.take(TraceEvent(time: 4_070_000, thread: 1, kind: .looked(in: .memory, found: true)))
        }
        let german = NumberFormats(locale: Locale(identifier: "de_DE"))
        let texts = InspectorTexts(figures, now: 5_000_000, start: 2_000_000, numbers: german)
        #expect(texts.frames == "Frames: median 2,5 ms, 99% within 2,5 ms")
        #expect(texts.events == "2,07  Queues suspended")
        #expect(texts.figures.first { $0.name == "Cache hits" }?.value == "1.234 + 0 of 1.234")
        #expect(InspectorTexts.bytes(1_234_567, german) == "1,2 MB")
    }

    @Test func `Cache hits are memory's and the disk's, where thumbnails are too, of all that were looked for`() {
        var figures = TraceFigures()
        let lookups: [(TraceEvent.Cache, Bool)] = [
            (.memory, true), (.memory, false), (.thumbnails, true), (.memory, false), (.disk, true), (.memory, false),
            (.thumbnails, false),
        ]
        for (cache, found) in lookups {
            figures.take(TraceEvent(time: 0, thread: 1, kind: .looked(in: cache, found: found)))
        }
        let texts = InspectorTexts(figures, now: 0, start: 0)
        #expect(texts.figures.first { $0.name == "Cache hits" }?.value == "1 + 2 of 4")
    }
}
