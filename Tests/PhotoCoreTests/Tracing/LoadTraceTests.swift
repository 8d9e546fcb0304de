import Foundation
import Testing
import TestSupport

@testable import PhotoCore

@Suite("Tracing a load")
@MainActor
struct LoadTraceTests {
    private func counts(_ stage: TraceEvent.Stage) -> TraceEvent.Kind {
        var counts = TraceEvent.StageCounts()
        counts[stage] = 1
        return .counts(counts)
    }

    private func turn(_ photo: TraceEvent.Photo, _ old: TraceEvent.Stage, _ new: TraceEvent.Stage, bytes: Int? = nil)
        -> [TraceEvent.Kind]
    { [.stageEnded(photo, old, bytes: bytes), .stageBegan(photo, new), counts(new)] }

    @Test func `A photo's stages come in order, each with its time`() {
        let recorder = TraceRecorder()
        let decoderGate = Gate()
        let filterGate = Gate()
        let fixture = LoaderFixture(decoderGate: decoderGate, filterGate: filterGate, tracer: recorder.tracer())
        recorder.now = 1000
        fixture.look(0..<1)
        #expect(fixture.fetcher.wait(untilOpen: 1))
        recorder.now = 2000
        fixture.fetcher.answer(LoaderFixture.url(0), .success(Data([7, 7, 7])))
        #expect(decoderGate.waitForSomebody())
        recorder.now = 3000
        decoderGate.open()
        #expect(filterGate.waitForSomebody())
        #expect(fixture.context.run { fixture.records[0].state == .downloaded(.pixel(7)) })
        recorder.now = 6000
        filterGate.open()
        fixture.loader.pending.provider(of: fixture.records[0].id)?.waitUntilFinished()
        recorder.now = 7000
        #expect(fixture.finish(0..<1))

        let photo = TraceEvent.Photo.sample(0)
        let overhead = 512  // HeldPhotos' own, for each photo held
        let at1000: [TraceEvent.Kind] =
            [.photoBegan(photo, name: "Photo 0"), .stageBegan(photo, .queued), counts(.queued)]
            + [.looked(in: .memory, found: false)] + turn(photo, .queued, .download)
        let at2000 =
            turn(photo, .download, .queuedForDecoding, bytes: 3) + turn(photo, .queuedForDecoding, .decode)
        let at3000: [TraceEvent.Kind] =
            [.worked(photo, .decode, duration: 1000)] + turn(photo, .decode, .queuedForFiltering)
            + turn(photo, .queuedForFiltering, .filter)
            + [.memory(window: 1, bytes: 3 + overhead), .memory(window: 1, bytes: 4 + overhead)]
            + [.photoShownUnfiltered(photo)]
        let at6000: [TraceEvent.Kind] =
            [.worked(photo, .filter, duration: 3000)] + turn(photo, .filter, .delivery)
        let at7000: [TraceEvent.Kind] = [
            .stageEnded(photo, .delivery, bytes: nil), .photoEnded(photo, .shown), .counts(.init()),
            .memory(window: 1, bytes: 8 + 2 * overhead),
        ]
        for (time, kinds) in [(1000, at1000), (2000, at2000), (3000, at3000), (6000, at6000), (7000, at7000)] {
            #expect(recorder.events.filter { $0.time == time }.map(\.kind) == kinds)
        }
        #expect(recorder.events.map(\.time) == recorder.events.map(\.time).sorted())
    }

    @Test func `What is given up ends as cancelled, what fails with its reason, and suspends and resumes alternate`() {
        let recorder = TraceRecorder()
        let fixture = LoaderFixture(tracer: recorder.tracer())
        fixture.look(0..<2)
        #expect(fixture.fetcher.wait(untilOpen: 2))
        fixture.loader.listMoves()
        fixture.loader.listMoves()
        fixture.look(1..<2)
        fixture.fetcher.answer(LoaderFixture.url(1), .failure(.refused(status: 404, phrase: "Not Found")))
        #expect(fixture.context.run { fixture.records[1].state.isFinal })
        fixture.loader.listMoves()

        let reason = FetchFailure.refused(status: 404, phrase: "Not Found").description
        let endings = recorder.kinds.filter { if case .photoEnded = $0 { true } else { false } }
        #expect(endings == [.photoEnded(.sample(0), .cancelled), .photoEnded(.sample(1), .failed(reason))])
        let turns = recorder.kinds.filter {
            switch $0 {
            case .suspended, .resumed: true
            default: false
            }
        }
        #expect(turns == [.suspended(window: 1), .resumed(window: 1), .suspended(window: 1)])
    }

    @Test func `What memory holds is a hit, and is not in progress`() {
        let recorder = TraceRecorder()
        let fixture = LoaderFixture(tracer: recorder.tracer())
        fixture.look(0..<1)
        #expect(fixture.finish(0..<1))
        let again = PhotoRecord(id: .init(catalogue: 1, entry: 9), name: "", location: .success(LoaderFixture.url(0)))
        fixture.loader.restore(again)
        #expect(again.state.isFinal)
        #expect(recorder.kinds.last == .looked(in: .memory, found: true))
        #expect(recorder.kinds.filter { $0 == .looked(in: .memory, found: false) }.count == 1)
    }

    @Test
    func
        `A stored picture needs a look-up alone; another one continues from there, in one and the same photo`()
    {
        let recorder = TraceRecorder()
        let store = StubRowPictures()
        store.put(.pixel(7), of: LoaderFixture.url(0))
        store.put(.cutShort, of: LoaderFixture.url(1))
        let fixture = LoaderFixture(rowPictures: store, tracer: recorder.tracer())
        fixture.look(0..<3)
        #expect(fixture.finish(0..<3))
        func stages(_ entry: Int) -> [TraceEvent.Stage] {
            recorder.kinds.compactMap { kind in
                if case .stageBegan(let photo, let stage) = kind, photo == .sample(entry) { stage } else { nil }
            }
        }
        #expect(stages(0) == [.queuedForLookup, .lookup, .queuedForFiltering, .filter, .delivery])
        #expect(stages(1) == [.queuedForLookup, .lookup, .delivery])
        #expect(
            stages(2) == [
                .queuedForLookup, .lookup, .delivery, .queued, .download, .queuedForDecoding, .decode,
                .queuedForFiltering, .filter, .delivery,
            ])
        let begun = recorder.kinds.filter { if case .photoBegan = $0 { true } else { false } }
        #expect(begun.count == 3)
        #expect(recorder.kinds.filter { $0 == .looked(in: .thumbnails, found: true) }.count == 2)
        #expect(recorder.kinds.filter { $0 == .looked(in: .thumbnails, found: false) }.count == 1)
        #expect(recorder.kinds.filter { $0 == .looked(in: .memory, found: false) }.count == 3)
    }

    @Test func `Two windows' photos are distinct, and a shared download is the stage of each of its photos`() {
        let recorder = TraceRecorder()
        let tracer = recorder.tracer()
        let first = LoaderFixture(photosAURL: 2, tracer: tracer)
        let second = LoaderFixture(tracer: tracer)
        first.look(0..<2)
        #expect(first.finish(0..<2))
        second.look(0..<1)
        #expect(second.finish(0..<1))
        let shown = recorder.kinds.compactMap { kind -> TraceEvent.Photo? in
            if case .photoEnded(let photo, .shown) = kind { photo } else { nil }
        }
        #expect(Set(shown) == [.sample(0), .sample(1), .sample(0, window: 2)])
        let downloads = recorder.kinds.filter { if case .stageBegan(_, .download) = $0 { true } else { false } }
        #expect(downloads.count == 3)
    }
}
