import TestSupport
import Testing

@testable import PhotoCore

@Suite struct ListPlaceSequenceTests {
    /// 20,000 sequences in total.
    @MainActor
    @Test(arguments: 0..<40)
    func `Whatever happens in whatever frames, the list stands where it is to and the keyboard is somewhere`(
        part: UInt64
    ) throws {
        let version = try PhotoListModelTests.catalogue(0..<1)
        for seed in 0..<500 {
            var play = ListPlay(seed: part * 500 + UInt64(seed), catalogue: version)
            for _ in 0..<14 where play.fault == nil { play.step() }
            play.settle()
            #expect(play.fault == nil, "sequence \(part * 500 + UInt64(seed)): \(play.log.joined(separator: "; "))")
        }
    }
}
