@testable import ConfinedDecoding
import Foundation
@testable import PhotoCore
import Synchronization
import TestSupport
import Testing

@Suite("A picture that breaks its worker")
struct WorkerFailureTests {
    private let pool = WorkerPool(Workers.hostile, most: 1)

    private static let crashes = [
        "crash", "abort", "exit", "kill-self \(SIGKILL)", "kill-self \(SIGXCPU)", "kill-self \(SIGTERM)",
    ]

    @Test(
        "A crash costs one picture, which is not tried again until Retry, whatever the worker sends itself",
        arguments: crashes)
    func crash(command: String) {
        let decoder = ConfinedDecoder(pool)
        #expect(Workers.outcome("heed", decoder, isCancelled: { true }) == .cancelled)
        #expect(Workers.outcome(command, decoder) == .crashed)
        // Another crash would replace this process. Other pictures are still decoded.
        let processes = pool.processes
        #expect(Workers.outcome(command, decoder) == .crashed)
        #expect(pool.processes == processes)
        #expect(Workers.outcome("descriptors", decoder) == .unreadable(reason: "0"))
        decoder.forgetCrashes()
        #expect(Workers.outcome(command, decoder) == .crashed)
        #expect("\(DecodeFailure.crashed)" == "The picture made its decoder crash.")
    }

    @Test("A worker that works forever is ended at its limit of processor time")
    func burns() {
        var limits = WorkerLimits()
        limits.processorTime = .milliseconds(100)
        let decoder = ConfinedDecoder(pool, limits: limits)
        guard case .tooSlow = Workers.outcome("burn", decoder) else { return #expect(Bool(false), "it is ended") }
        #expect(Workers.outcome("descriptors", decoder) == .unreadable(reason: "0"))
    }

    @Test("A worker that neither works nor replies is ended")
    func sleeps() {
        var limits = WorkerLimits()
        // Long enough for a worker to start on a busy machine: only a worker that has started receives the command.
        limits.silence = .seconds(3)
        let decoder = ConfinedDecoder(pool, limits: limits)
        guard case .tooSlow = Workers.outcome("sleep", decoder) else { return #expect(Bool(false), "it is ended") }
    }

    @Test(
        "A cancelled job ends after less than 50 ms of processor time, by itself or by force",
        arguments: ["heed", "burn"])
    func cancelled(command: String) {
        let decoder = ConfinedDecoder(pool)
        // Its worker is ready for the next one.
        #expect(Workers.outcome("descriptors", decoder) == .unreadable(reason: "0"))
        let used = WatchedCancellation.leastUse {
            let looks = Counter()
            let cancellation = WatchedCancellation(pool) { [pool] in
                command == "heed" ? looks.next() > 20 : Workers.atWork(pool) != nil
            }
            #expect(Workers.outcome(command, decoder, isCancelled: { cancellation.isCancelled() }) == .cancelled)
            return cancellation.use()
        }
        #expect(used < WatchedCancellation.mostUse)
        // A cancelled picture may be wanted again.
        #expect(Workers.outcome(command, decoder, isCancelled: { true }) == .cancelled)
        #expect(Workers.outcome("descriptors", decoder) == .unreadable(reason: "0"))
    }

    @Test("A frame that is no longer wanted ends with its worker, and the next play has another worker")
    func cancelledFrame() throws {
        let decoder = ConfinedDecoder(pool)
        let photo = try decoder.decodePhoto(Workers.picture("frames"), at: .level(0), isCancelled: { false })
        let frames = try #require(photo.frames)
        for _ in 0..<3 {
            var during: [pid_t] = []
            let frame = frames.play().next(at: 0) {
                // A worker at work has been asked for the frame: before, it may have been asked for the photo again,
                // which it gives up by itself.
                guard during.isEmpty else { return true }
                let processes = pool.processes
                guard Workers.atWork(pool) != nil else { return false }
                during = processes
                return true
            }
            #expect(frame == nil && !during.isEmpty)
            // The spare worker stays, the one with the frame does not.
            #expect(!Set(during).isSubset(of: pool.processes))
        }
        // Its failures are no fault of the picture.
        _ = try decoder.decodePhoto(Workers.picture("frames"), at: .level(0), isCancelled: { false })
    }

    @Test("A cancellation is noticed, and a worker that ignores it is killed, within 50 ms")
    func cancellationTime() {
        // It may begin just after the program has looked; the end of a worker's process takes up to 10 ms.
        let poll = Duration.milliseconds(Int(WorkerExchange.pollMilliseconds))
        #expect(poll + WorkerLimits().cancellation <= .milliseconds(40))
    }

    @Test("Idle workers that are killed are replaced, and no picture fails")
    func killedAtRest() {
        let decoder = ConfinedDecoder(pool)
        for _ in 0..<5 {
            for process in pool.processes {
                kill(process, SIGKILL)
                // Waits until the process is a zombie.
                while let state = Workers.state(process), state != "Z" { sched_yield() }
            }
            #expect(Workers.outcome("descriptors", decoder) == .unreadable(reason: "0"))
        }
    }

    @Test("A worker that is killed at work says so, and its picture may be tried again")
    func killedAtWork() {
        let decoder = ConfinedDecoder(pool)
        for _ in 0..<2 {
            killAtWork()
            #expect(Workers.outcome("burn", decoder) == .killed)
        }
        #expect("\(DecodeFailure.killed)" == "The system ended the picture’s decoder. Retry to decode it again.")
        #expect(Workers.outcome("descriptors", decoder) == .unreadable(reason: "0"))
    }

    /// Kills a worker, from another thread, once one is at work.
    private func killAtWork(_ signal: CInt = SIGKILL) {
        let killer = Thread {
            var worker: pid_t?
            _ = becomesTrue {
                worker = Workers.atWork(pool)
                return worker != nil
            }
            if let worker { kill(worker, signal) }
        }
        killer.start()
    }

    @Test("A worker that ends as if its time were up, long before, is at fault, and its picture is not tried again")
    func endsAsIfTimeWereUp() {
        let decoder = ConfinedDecoder(pool)
        killAtWork(SIGXCPU)
        for _ in 0..<2 { #expect(Workers.outcome("burn", decoder) == .crashed) }
        #expect(Workers.outcome("descriptors", decoder) == .unreadable(reason: "0"))
    }

    @Test("The kernel's signal at the end of a worker's time counts from half of that time on")
    func endOfTime() {
        var limits = WorkerLimits()
        limits.processorTimeOfAllJobs = .seconds(10)
        func isEndOfTime(_ signal: CInt, after time: Duration) -> Bool {
            WorkerProcess.Ending.killed(signal: signal, processorTime: time).isEndOfTime(limits)
        }
        #expect(isEndOfTime(SIGXCPU, after: .seconds(5)) && isEndOfTime(SIGXCPU, after: .seconds(11)))
        #expect(!isEndOfTime(SIGXCPU, after: Duration.seconds(5) - .nanoseconds(1)))
        #expect(!isEndOfTime(SIGKILL, after: .seconds(10)) && !isEndOfTime(SIGABRT, after: .seconds(10)))
        #expect(!WorkerProcess.Ending.exited(status: SIGXCPU).isEndOfTime(limits))
        #expect(WorkerLimits().processorTimeOfAllJobs == .seconds(WorkerRights.processorSeconds))
    }

    @Test("A worker that is killed while the machine's memory runs out says so, and its picture may be tried again")
    func killedForMemory() {
        let count = Mutex(0)
        let kills = MemoryKills {
            count.withLock { count in
                count += 1
                return "oom_kill \(count)"
            }
        }
        let decoder = ConfinedDecoder(WorkerJobs(pool, WorkerLimits(), kills: kills))
        killAtWork()
        #expect(Workers.outcome("burn", decoder) == .outOfMemory)
        // Another program may have used it up.
        #expect(Workers.outcome("burn", decoder, isCancelled: { true }) == .cancelled)
    }

    @Test("Whether the kernel has killed for memory is read from its count")
    func memoryKills() {
        let text = Mutex<String?>("nr_free_pages 5\noom_kill 3\noom_kill_x 9")
        let kills = MemoryKills { text.withLock { $0 } }
        kills.note()
        #expect(!kills.haveGrown)
        text.withLock { $0 = "oom_kill 4\n" }
        #expect(kills.haveGrown)
        // Unknown.
        for unknown in [nil, "", "oom_kill", "oom_kill x"] {
            text.withLock { $0 = unknown }
            #expect(kills.haveGrown)
        }
    }

    @Test("Crashes leave no descriptors and no processes")
    func nothingLeft() throws {
        let decoder = ConfinedDecoder(pool)
        for _ in 0..<3 { _ = Workers.outcome("crash", decoder) }
        for number in 0..<30 { #expect(Workers.outcome("crash \(number)", decoder) == .crashed) }
        #expect(pool.processes.count <= 2)
        // Other tests run at the same time, with a few workers.
        let before = Self.descriptorsOfWorkers
        for number in 30..<90 { #expect(Workers.outcome("crash \(number)", decoder) == .crashed) }
        #expect(becomesTrue { Self.descriptorsOfWorkers <= before + 40 })
    }

    /// How many descriptors of the kinds that a worker has, its process and its link: other tests have hundreds of
    /// connections.
    private static var descriptorsOfWorkers: Int {
        let folder = "/proc/self/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.compactMap(CInt.init).count { descriptor in
            let link = (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(descriptor)")) ?? ""
            guard link.hasPrefix("socket:") else { return link.contains("pidfd") }
            var (domain, length) = (CInt(0), socklen_t(MemoryLayout<CInt>.size))
            return getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &length) == 0 && domain == AF_UNIX
        }
    }

    /// A program in `folder` that starts the hostile worker; its first starts, `count` of them, `do` something before.
    private static func worker(in folder: URL, whoseFirst count: Int, do command: String) throws -> URL {
        let (tally, script) = (folder.appendingPathComponent("tally"), folder.appendingPathComponent("worker"))
        try Data(
            """
            #!/bin/sh
            echo >> '\(tally.path)'
            [ $(wc -l < '\(tally.path)') -gt \(count) ] || \(command)
            exec '\(Workers.hostile.path)' "$@"
            """.utf8
        ).write(to: script)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script.path)
        return script
    }

    @Test("Workers that end before they have the picture cost none, unless there are too many", arguments: [2, 100])
    func endedEarly(count: Int) throws {
        let folder = TemporaryFolder()
        let script = try Self.worker(in: folder.url, whoseFirst: count, do: "exit 1")
        let decoder = ConfinedDecoder(WorkerPool(DecoderProgram(path: script.path), most: 1))
        let reason = count < WorkerJobs.mostTries ? "0" : "The decoder does not start."
        #expect(Workers.outcome("descriptors", decoder) == .unreadable(reason: reason))
    }

    @Test("A job that is cancelled while its worker starts ends at once, and leaves the worker to the next job")
    func cancelledAtStart() throws {
        let folder = TemporaryFolder()
        let sign = folder.url.appendingPathComponent("start")
        let wait = "until [ -e '\(sign.path)' ]; do sleep 0.01; done"
        let script = try Self.worker(in: folder.url, whoseFirst: 100, do: wait)
        let pool = WorkerPool(DecoderProgram(path: script.path), most: 1)
        let decoder = ConfinedDecoder(pool)
        var (asked, during) = (0, [pid_t]())
        let outcome = Workers.outcome("descriptors", decoder) {
            during = pool.processes
            // It has a worker by then, which waits.
            asked += during.isEmpty ? 0 : 1
            return asked > 20
        }
        #expect(outcome == .cancelled && !during.isEmpty)
        #expect(Set(during).isSubset(of: pool.processes))
        #expect(FileManager.default.createFile(atPath: sign.path, contents: nil))
        #expect(Workers.outcome("descriptors", decoder) == .unreadable(reason: "0"))
        #expect(Set(during).isSubset(of: pool.processes))
    }

    @Test("A worker that has used all its time is replaced, and its picture goes on in the next one")
    func processorTimeOfAllJobs() throws {
        let folder = TemporaryFolder()
        // It has a second.
        let script = try Self.worker(in: folder.url, whoseFirst: 1, do: "ulimit -t 2")
        var limits = WorkerLimits()
        limits.processorTimeOfAllJobs = .seconds(1)
        let pool = WorkerPool(DecoderProgram(path: script.path), most: 1)
        let decoder = ConfinedDecoder(pool, limits: limits)
        #expect(Workers.outcome("burn-for-seconds 3", decoder) == .unreadable(reason: "answered"))
    }

    @Test("The failure says that no decoder starts")
    func nothingStarts() {
        let decoder = ConfinedDecoder(WorkerPool(DecoderProgram(path: "/nonexistent"), most: 1))
        let failure = DecodeFailure.unreadable(reason: "The decoder does not start.")
        #expect(Workers.outcome("descriptors", decoder) == failure)
        // A program that ends before it is ready, like any program that is not a worker.
        let other = ConfinedDecoder(WorkerPool(DecoderProgram(path: "/bin/true"), most: 1))
        #expect(Workers.outcome("descriptors", other) == failure)
    }
}
