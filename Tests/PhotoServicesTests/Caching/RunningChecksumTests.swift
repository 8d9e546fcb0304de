import Foundation
import Testing

@testable import PhotoServices

@Suite struct RunningChecksumTests {
    @Test(
        arguments: [
            ("", 0xef46_db37_51d8_e999), ("a", 0xd24e_c4f1_a98c_6e5b), ("abc", 0x44bc_2cf5_ad77_0999),
            ("asdf", 0x4158_72f5_99ce_a71e),
            ("Call me Ishmael. Some years ago--never mind how long precisely-", 0x02a2_e854_70d6_fd96),
        ] as [(String, UInt64)])
    func `It is XXH64`(text: String, value: UInt64) {
        var checksum = RunningChecksum()
        checksum.add(Data(text.utf8))
        #expect(checksum.value == value)
    }

    @Test func `Pieces of any size come to the same`() {
        let data = Data((0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
        var whole = RunningChecksum()
        whole.add(data)
        for size in [1, 3, 31, 32, 33, 1000] {
            var checksum = RunningChecksum()
            for start in stride(from: 0, to: data.count, by: size) {
                checksum.add(data[start..<min(start + size, data.count)])
            }
            #expect(checksum.value == whole.value)
        }
    }
}
