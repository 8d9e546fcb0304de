import Testing

@testable import PhotoCore

@Suite("How many downloads run at once, and which make room")
struct DownloadSlotsTests {
    private typealias Running = DownloadSlots.Running
    private let slots = DownloadSlots(perServer: 6)

    @Test func `One server has what it may have; many share what all may have, and each has one at least`() {
        #expect((0...200).map(slots.share).prefix(6) == [6, 6, 6, 6, 6, 4])
        for count in 5...200 {
            #expect(slots.share(ofServers: count) >= 1)
            #expect(slots.share(ofServers: count) * count <= max(slots.inAll, count))
        }
        for perServer in [Int.min, -1, 0, 1] { #expect(DownloadSlots(perServer: perServer).perServer == 1) }
    }

    @Test func `As long as nobody waits, nothing makes room`() {
        let running = [Running(began: 0), Running(began: 0, waitsForPerson: true)]
        #expect(slots.decide(about: running, areOthersWaiting: false, now: 1_000_000) == DownloadSlots.Decision())
    }

    @Test func `A stalled download makes room when patience ends; a moving one does not`() {
        let patience = DownloadSlots.patience
        let enough = DownloadSlots.slowestBytesPerSecond * patience / 1000
        let running = [
            Running(began: 0), Running(began: 1), Running(began: 0, received: enough - 1),
            Running(began: 0, received: enough),
        ]
        #expect(slots.decide(about: running, areOthersWaiting: true, now: patience - 1).aside == [])
        #expect(slots.decide(about: running, areOthersWaiting: true, now: patience).aside == [0, 2])
    }

    @Test func `What waits for a person makes room at once, and is never given up for others`() {
        let running = (0..<40).map { Running(began: $0, waitsForPerson: true) }
        let decision = slots.decide(about: running, areOthersWaiting: true, now: 0)
        #expect(decision.aside == Array(0..<40))
        #expect(decision.givenUp == [])
    }

    @Test func `As many go on aside as there are slots; of more, those that began first are given up`() {
        var running = (0..<6).map { Running(began: $0, isAside: true) }
        running += (0..<4).map { Running(began: 3000 + $0) }
        let decision = slots.decide(about: running, areOthersWaiting: true, now: 10_000)
        #expect(decision.givenUp == [0, 1, 2, 3])
        #expect(decision.aside == [6, 7, 8, 9])
    }

    @Test(arguments: [Int.min, -1, 0, Int.max])
    func `On any clock, only what began ages ago makes room`(now: Int) {
        for began in [Int.min, 0, Int.max] {
            let (age, isOverflow) = now.subtractingReportingOverflow(began)
            for received in [0, Int.max] {
                let decision = slots.decide(
                    about: [Running(began: began, received: received)], areOthersWaiting: true, now: now)
                #expect(decision.aside == (age == .max && !isOverflow ? [0] : []), "\(began), \(received)")
                #expect(decision.givenUp == [])
            }
        }
    }
}
