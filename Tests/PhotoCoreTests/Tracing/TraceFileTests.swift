import Foundation
import Testing

@testable import PhotoCore

@Suite("A trace's file")
struct TraceFileTests {
    private let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path

    private func parsed() throws -> [[String: Any]] {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    }

    @Test func `Every kind of event is read back as the JSON that the format asks for, whatever photos are called`()
        throws
    {
        let name = "\"\\\n\u{1}\u{7f}ü🎉/"
        let photo = TraceEvent.Photo.sample(17)
        let kinds: [TraceEvent.Kind] = [
            .threadSeen(name: name), .photoBegan(photo, name: name), .stageBegan(photo, .queued),
            .stageEnded(photo, .queued, bytes: 5), .photoShownUnfiltered(photo), .photoEnded(photo, .shown),
            .photoEnded(photo, .failed(name)), .photoEnded(photo, .cancelled), .worked(photo, .decode, duration: 40),
            .counts(.init()), .suspended(window: 1), .resumed(window: 1), .requestBegan(1, url: "http://h/"),
            .requestAnswered(1, status: 200), .requestReceived(1, bytes: 9), .requestEnded(1, bytes: 9, failure: nil),
            .requestEnded(2, bytes: 0, failure: name), .frame(duration: 10, interval: 16, processor: 9),
            .frame(duration: 1, interval: nil),
            .held(.wakeUp(items: 3), duration: 50), .held(.iteration, duration: 60), .looked(in: .disk, found: true),
            .looked(in: .memory, found: false), .memory(window: 2, bytes: 7),
        ]
        let file = try TraceFile(FilePath(path))
        file.write(kinds.map { TraceEvent(time: 100, thread: 3, kind: $0) })
        file.close()
        let events = try parsed()
        // One for the process's name, one for that of the frames, and "shown" at the end of the photo that was shown.
        #expect(events.count == kinds.count + 3)
        let phases = events.compactMap { $0["ph"] as? String }
        #expect(phases.joined() == "MMMbbenneeeXCiibnneeXXXXiiC")
        #expect(
            events.allSatisfy { $0["ts"] is Int && $0["pid"] is Int && $0["tid"] is Int && $0["args"] is [String: Any] }
        )
        #expect(events.filter { "bne".contains($0["ph"] as? String ?? "") }.allSatisfy { $0["id"] is String })
        let work = try #require(events.first { $0["name"] as? String == "decode" })
        #expect(work["ts"] as? Int == 60)
        #expect(work["dur"] as? Int == 40)
        #expect((events[3]["args"] as? [String: String])?["name"] == name)
    }

    @Test func `The file is whole after each batch, so that the program may be killed`() throws {
        let file = try TraceFile(FilePath(path))
        for time in 0..<3 {
            file.write([TraceEvent(time: time, thread: 1, kind: .suspended(window: 1))])
            file.writeOut()
        }
        #expect(try parsed().count == 5)
    }

    @Test func `A file that can't be written is refused in words`() {
        #expect {
            _ = try TraceFile("/nonexistent/trace.json")
        } throws: {
            "\($0)" == "Cannot write the trace “/nonexistent/trace.json”: No such file or directory."
        }
    }

    @Test func `Running work is ended at the end`() throws {
        let tracer = Tracer()
        tracer.write(to: try TraceFile(FilePath(path)))
        LoadTrace(tracer).photo(.init(catalogue: 1, entry: 0)).begin("a", URL(fileURLWithPath: "/a"), at: .queued)
        RequestTrace(tracer, URL(fileURLWithPath: "/a")).received(3)
        tracer.close()
        #expect(!tracer.isOn)
        let phases = try parsed().compactMap { $0["ph"] as? String }
        #expect(phases.filter { $0 == "b" }.count == 3)
        #expect(phases.filter { $0 == "e" }.count == 3)
    }
}
