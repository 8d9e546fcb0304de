@testable import PhotoCore
import TestSupport
import Testing

@Suite("Which worker gets which job")
struct WorkerPoolPlanTests {
    @Test("One worker is prepared before the first job, and another when that one is at work")
    func prepared() {
        var plan = WorkerPoolPlan(most: 2)
        #expect(plan.began() == [.start(.photos)])
        #expect(plan.started(1, .photos) == [])
        #expect(plan.asked(10, .photos) == [.give(1, 10), .start(.photos)])
        #expect(plan.started(2, .photos) == [])
        #expect(plan.asked(11, .photos) == [.give(2, 11), .start(.photos)])
        #expect(plan.started(3, .photos) == [])
        // The spare worker waits for a crash, not for a third job.
        #expect(plan.asked(12, .photos) == [])
        #expect(plan.lost(1) == [.give(3, 12), .start(.photos)])
    }

    @Test("A job of a rare kind does not wait for other kinds")
    func kinds() {
        var plan = WorkerPoolPlan(most: 2)
        _ = plan.began()
        #expect(plan.asked(10, .drawings) == [.start(.drawings)])
        #expect(plan.started(1, .photos) == [])
        #expect(plan.asked(11, .photos) == [.give(1, 11), .start(.photos)])
        #expect(plan.started(2, .drawings) == [.give(2, 10)])
        // The worker stays for the next drawing.
        #expect(plan.returned(2) == [])
        #expect(plan.asked(12, .drawings) == [.give(2, 12)])
    }

    @Test("A withdrawn job gets no worker")
    func withdrawn() {
        var plan = WorkerPoolPlan(most: 1)
        _ = plan.began()
        #expect(plan.asked(10, .photos) == [])
        #expect(plan.withdrawn(10) == [])
        #expect(plan.started(1, .photos) == [])
    }

    @Test("A photo that moves keeps its worker, and no other job waits for it")
    func kept() {
        var plan = WorkerPoolPlan(most: 1)
        _ = plan.began()
        _ = plan.started(1, .photos)
        #expect(plan.asked(10, .photos) == [.give(1, 10), .start(.photos)])
        _ = plan.started(2, .photos)
        #expect(plan.kept(1) == [])
        #expect(plan.asked(11, .photos) == [.give(2, 11), .start(.photos)])
    }

    @Test("Archives keep their workers, of which as many stay for the next ones as may work")
    func archives() {
        var plan = WorkerPoolPlan(most: 2)
        _ = plan.began()
        _ = plan.started(1, .photos)
        for (job, worker) in [(10, 2), (11, 3), (12, 4)] {
            #expect(plan.asked(job, .archives) == [.start(.archives)])
            #expect(plan.started(worker, .archives) == [.give(worker, job)])
            #expect(plan.kept(worker) == [])
        }
        #expect(plan.returned(2) == [])
        #expect(plan.returned(3) == [])
        #expect(plan.returned(4) == [.end(4)])
        #expect(plan.asked(13, .archives) == [.give(2, 13)])
    }

    @Test("If no worker starts, waiting jobs are refused, and each later job tries once more")
    func refused() {
        var plan = WorkerPoolPlan(most: 1)
        #expect(plan.began() == [.start(.photos)])
        #expect(plan.startFailed(.photos) == [.start(.photos)])
        #expect(plan.asked(10, .photos) == [])
        #expect(plan.startFailed(.photos) == [.start(.photos)])
        #expect(plan.startFailed(.photos) == [.refuse(10)])
        #expect(plan.asked(11, .photos) == [.start(.photos)])
        #expect(plan.startFailed(.photos) == [.refuse(11)])
        #expect(plan.asked(12, .photos) == [.start(.photos)])
        #expect(plan.started(1, .photos) == [.give(1, 12)])
    }

    @Test("A worker is replaced after 1,000 jobs")
    func worn() {
        var plan = WorkerPoolPlan(most: 1)
        _ = plan.began()
        _ = plan.started(1, .photos)
        _ = plan.asked(0, .photos)
        _ = plan.started(2, .photos)
        for job in 1..<1000 {
            #expect(plan.returned(1) == [])
            #expect(plan.asked(job, .photos) == [.give(1, job)])
        }
        #expect(plan.returned(1) == [.end(1)])
        #expect(plan.asked(1000, .photos) == [.give(2, 1000), .start(.photos)])
    }

    @Test("In any order of events, no worker has two jobs, no job has two workers, and no job waits forever")
    func sequences() {
        for seed in 0..<200 {
            var random = SeededGenerator(seed: UInt64(seed))
            var trial = Trial(most: Int.random(in: 1...4, using: &random))
            for _ in 0..<200 { trial.step(&random) }
            trial.finish()
        }
    }

    /// A pool with its shell, and random events.
    private struct Trial {
        let most: Int
        var plan: WorkerPoolPlan
        var starting: [WorkerKind] = []
        var workers: [Int: WorkerKind] = [:]
        var jobs: [Int: WorkerKind] = [:]
        /// Job by worker.
        var given: [Int: Int] = [:]
        var kept: Set<Int> = []
        var next = 0

        init(most: Int) {
            self.most = most
            plan = WorkerPoolPlan(most: most)
            carryOut(plan.began())
        }

        mutating func carryOut(_ actions: [WorkerPoolPlan.Action]) {
            for action in actions {
                switch action {
                case .start(let kind): starting.append(kind)
                case .give(let worker, let job):
                    #expect(given[worker] == nil && workers[worker] == jobs[job] && jobs[job] != nil)
                    given[worker] = job
                    jobs[job] = nil
                    #expect(given.keys.count { !kept.contains($0) } <= most)
                case .end(let worker):
                    #expect(given[worker] == nil)
                    #expect(workers.removeValue(forKey: worker) != nil)
                case .refuse(let job): #expect(jobs.removeValue(forKey: job) != nil)
                }
            }
            // The number of prepared, idle and busy workers is bounded.
            let free = workers.keys.count { !kept.contains($0) } + starting.count
            #expect(free <= 7 * most + WorkerKind.allCases.count)
        }

        mutating func step(_ random: inout SeededGenerator) {
            next += 1
            switch Int.random(in: 0..<10, using: &random) {
            case 0...2:
                let isCommon = Bool.random(using: &random)
                let kind = isCommon ? .photos : WorkerKind.allCases.randomElement(using: &random) ?? .films
                jobs[next] = kind
                carryOut(plan.asked(next, kind))
            case 3...4:
                guard let kind = starting.popLast() else { return }
                workers[next] = kind
                carryOut(plan.started(next, kind))
                plan.provedSound()
            case 5:
                if Int.random(in: 0..<5, using: &random) == 0, let kind = starting.popLast() {
                    carryOut(plan.startFailed(kind))
                }
            case 6...7: if let worker = given.keys.sorted().randomElement(using: &random) { giveBack(worker) }
            case 8:
                guard let worker = workers.keys.sorted().randomElement(using: &random) else { return }
                // The pool does not notice the end of an idle worker.
                guard given[worker] != nil else { return }
                (workers[worker], given[worker]) = (nil, nil)
                kept.remove(worker)
                carryOut(plan.lost(worker, early: Bool.random(using: &random)))
            default:
                if Bool.random(using: &random), let worker = given.keys.sorted().randomElement(using: &random) {
                    kept.insert(worker)
                    carryOut(plan.kept(worker))
                } else if let job = jobs.keys.sorted().randomElement(using: &random) {
                    jobs[job] = nil
                    carryOut(plan.withdrawn(job))
                }
            }
        }

        mutating func giveBack(_ worker: Int) {
            given[worker] = nil
            kept.remove(worker)
            carryOut(plan.returned(worker))
        }

        /// Makes all starts succeed, and all jobs end.
        mutating func finish() {
            for _ in 0..<10_000 where !jobs.isEmpty || !given.isEmpty {
                next += 1
                if let kind = starting.popLast() {
                    workers[next] = kind
                    carryOut(plan.started(next, kind))
                } else if let worker = given.keys.first {
                    giveBack(worker)
                } else {
                    break
                }
            }
            #expect(jobs.isEmpty)
        }
    }
}
