import Foundation
import PhotoCore
import Testing

@testable import ClassicPhotosApp

@MainActor
@Suite struct PreferenceTests {
    @Test(arguments: [Int.min, -1, 0, 1, 5, 32, 33, 1 << 40, Int.max])
    func `A number that was stored by anyone is held within its range`(_ stored: Int) {
        for range in [
            PreferenceLimits.downloads, PreferenceLimits.filtrations, PreferenceLimits.memory, PreferenceLimits.disk,
        ] {
            #expect(range.contains(PreferenceLimits.held(stored, in: range)))
            #expect(PreferenceLimits.bytes(mebibytes: stored, in: range) >= 0)
        }
        #expect(PreferenceLimits.memoryBudget(mebibytes: stored).map { $0 > 0 } ?? (stored <= 0))
        #expect(RowStyle.pictureSides.contains(PictureSides.nearest(to: stored, of: RowStyle.pictureSides) ?? -1))
        #expect(GridLayout.sides.contains(PictureSides.nearest(to: stored, of: GridLayout.sides) ?? -1))
        for kind in FilterChoice.Kind.allCases {
            #expect((0...100).contains(PreferenceLimits.percent(stored: stored, of: kind)))
            #expect((-1...100).contains(PreferenceLimits.stored(percent: stored, of: kind)))
        }
    }

    @Test func `Memory is divided between originals and filtered pictures`() {
        #expect(PreferenceLimits.memoryBudget(mebibytes: 64) == 32 << 20)
        #expect(PreferenceLimits.memoryBudget(mebibytes: 1) == 1 << 19)
        #expect(PreferenceLimits.memoryBudget(mebibytes: 0) == nil)
    }

    @Test func `The filter's own amount is stored as such, so that another filter has its own`() {
        for kind in FilterChoice.Kind.allCases {
            let usual = PreferenceLimits.percent(stored: -1, of: kind)
            #expect(PreferenceLimits.stored(percent: usual, of: kind) == -1)
        }
        #expect(PreferenceLimits.percent(stored: -1, of: .sepia) == 80)
        #expect(PreferenceLimits.stored(percent: 40, of: .sepia) == 40)
        #expect(PreferenceLimits.percent(stored: 40, of: .sepia) == 40)
    }

    @Test func `A number is read with its unit, and 0 as what it means`() {
        #expect(PreferenceText.percent(80) == "80%")
        #expect(PreferenceText.seconds(1) == "1 Second" && PreferenceText.seconds(5) == "5 Seconds")
        #expect(PreferenceText.photos(1) == "1 photo" && PreferenceText.photos(6) == "6 photos")
        #expect(PreferenceText.mebibytes(1024) == "1,024 MiB")
        #expect(PreferenceText.photos(0) == "Automatic" && PreferenceText.mebibytes(0) == "Automatic")
    }

    @Test func `The person overrules what the desktop says of the network`() {
        #expect(MeteredNetwork.automatic.saves(isMetered: true) && !MeteredNetwork.automatic.saves(isMetered: false))
        #expect(MeteredNetwork.always.saves(isMetered: false))
        #expect(!MeteredNetwork.never.saves(isMetered: true))
    }

    @Test(arguments: ["", "nonsense", "\u{0}", "DARK"])
    func `A word that is no choice means the usual one`(_ stored: String) {
        #expect(MeteredNetwork(stored: stored) == .automatic)
        #expect(WindowStyle(stored: stored) == .desktop)
        #expect(PhotoBackground(stored: stored) == .dark)
        #expect(PhotoClick(stored: stored) == .open)
    }

    @Test func `Every choice has a name of its own, and the schema allows just these`() throws {
        try check(MeteredNetwork.self)
        try check(WindowStyle.self)
        try check(PhotoBackground.self)
        try check(PhotoClick.self)
    }

    private func check<Choice: PreferenceChoice>(_: Choice.Type) throws {
        #expect(Set(Choice.allCases.map(\.displayName)).count == Choice.allCases.count)
        let key = try #require(
            try schema.components(separatedBy: "<key ").first { $0.contains("name=\"\(Choice.key)\"") })
        let words = key.components(separatedBy: "<choice value=\"").dropFirst().compactMap {
            $0.components(separatedBy: "\"").first
        }
        #expect(words == Choice.allCases.map(\.rawValue))
    }

    private var schema: String {
        get throws {
            let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
            let file = root.appendingPathComponent("data/org.classicphotos.ClassicPhotos.gschema.xml")
            return try String(contentsOf: file, encoding: .utf8)
        }
    }
}
