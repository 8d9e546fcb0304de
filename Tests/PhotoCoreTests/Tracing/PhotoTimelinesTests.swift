import Foundation
import Testing
import TestSupport

@testable import PhotoCore

@Suite("Where photos in progress are")
struct PhotoTimelinesTests {
    private let url = URL(fileURLWithPath: "/a")

    @Test func `A photo that joins a running download downloads at once`() {
        var timelines = PhotoTimelines()
        _ = timelines.downloadBegan(url, window: 1)
        let photo = TraceEvent.Photo.sample(3)
        #expect(
            timelines.begin(photo, name: "n", url: url, at: .queued) == [
                .photoBegan(photo, name: "n"), .stageBegan(photo, .queued), .stageEnded(photo, .queued, bytes: nil),
                .stageBegan(photo, .download),
            ])
    }

    @Test
    func `A failed download leads to the main context, not to the decoder; other windows' photos stay where they are`()
    {
        var timelines = PhotoTimelines()
        let here = TraceEvent.Photo.sample(0)
        let there = TraceEvent.Photo.sample(0, window: 2)
        for photo in [here, there] { _ = timelines.begin(photo, name: "", url: url, at: .queued) }
        _ = timelines.downloadBegan(url, window: 1)
        #expect(
            timelines.downloadEnded(url, window: 1, bytes: nil) == [
                .stageEnded(here, .download, bytes: nil), .stageBegan(here, .delivery),
            ])
        #expect(timelines.counts[.queued] == 1)
    }

    @Test func `Of what has ended nothing more is said`() {
        var timelines = PhotoTimelines()
        let photo = TraceEvent.Photo.sample(0)
        _ = timelines.begin(photo, name: "", url: url, at: .queuedForDecoding)
        _ = timelines.end(photo, .cancelled)
        #expect(timelines.enter(photo, .decode).isEmpty)
        #expect(timelines.end(photo, .shown).isEmpty)
        #expect(timelines.counts == TraceEvent.StageCounts())
    }

    @Test(arguments: 0..<20)
    func `In any order of events, each beginning has its end`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var timelines = PhotoTimelines()
        var kinds: [TraceEvent.Kind] = []
        for _ in 0..<400 {
            let photo = TraceEvent.Photo.sample(.random(in: 0..<6, using: &random))
            let url = URL(fileURLWithPath: "/\(photo.id.entry / 2)")
            switch Int.random(in: 0..<5, using: &random) {
            case 0: kinds += timelines.begin(photo, name: "", url: url, at: .queued)
            case 1: kinds += timelines.downloadBegan(url, window: 1)
            case 2: kinds += timelines.downloadEnded(url, window: 1, bytes: 1)
            case 3: kinds += timelines.enter(photo, TraceEvent.Stage.allCases.randomElement(using: &random) ?? .decode)
            default: kinds += timelines.end(photo, .shown)
            }
        }
        kinds += timelines.endAll()
        var open: [TraceEvent.Photo: [String]] = [:]
        for kind in kinds {
            switch kind {
            case .photoBegan(let photo, _): #expect(open.updateValue([], forKey: photo) == nil)
            case .stageBegan(let photo, let stage): open[photo]?.append(stage.rawValue)
            case .stageEnded(let photo, let stage, _): #expect(open[photo]?.popLast() == stage.rawValue)
            case .photoEnded(let photo, _): #expect(open.removeValue(forKey: photo) == [])
            default: Issue.record("unexpected: \(kind)")
            }
        }
        #expect(open.isEmpty)
        #expect(timelines.counts == TraceEvent.StageCounts())
    }
}
