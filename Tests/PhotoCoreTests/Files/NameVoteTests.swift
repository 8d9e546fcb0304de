import Testing

@testable import PhotoCore

@Suite("Names of one archive")
struct NameVoteTests {
    private static func bytes(_ name: String) -> [UInt8] { FilePath(percentEncoded: name).bytes }

    private func shown(_ names: [String]) -> [String] {
        let names = names.map(Self.bytes)
        var vote = NameVote()
        for name in names { vote.add(name) }
        return names.map { NameVote.text($0, in: vote.encoding) }
    }

    @Test(
        arguments: [
            // GB 18030 and EUC-JP.
            (["%D5%D5%C6%AC1.jpg"], ["照片1.jpg"]),
            (["%BA%A31.jpg", "%BB%A82.jpg", "a.jpg"], ["海1.jpg", "花2.jpg", "a.jpg"]),
            (["%BC%CC%BF%BF%A4%CE%CC%BE%C1%B0.jpg"], ["写真の名前.jpg"]),
            // Code page 866.
            (["%94%AE%E2%AE.jpg"], ["Фото.jpg"]),
            (["%94%AE%E2%AE1.jpg", "%94%AE%E2%AE2.jpg"], ["Фото1.jpg", "Фото2.jpg"]),
            (["%8B%A5%E2%AE/%8C%AE%E0%A5 %FC1.jpg", "%9F.jpg"], ["Лето/Море №1.jpg", "Я.jpg"]),
            // Shift_JIS.
            (["%8E%CA%90%5E.jpg", "%95%5C.jpg"], ["写真.jpg", "表.jpg"]),
            (["%8AC1.jpg", "%8ER2.jpg"], ["海1.jpg", "山2.jpg"]),
            (["%82%E0%82%E8.jpg"], ["もり.jpg"]),
            // Code page 437.
            (["%81%82%83.png"], ["üéâ.png"]), (["K%94ln 1.jpg", "Gr%94%E1e.jpg"], ["Köln 1.jpg", "Größe.jpg"]),
            (["%99l.jpg", "fr%94hlich.jpg"], ["Öl.jpg", "fröhlich.jpg"]), (["%82t%82 %8E.jpg"], ["été Ä.jpg"]),
            (["1%A7.jpg", "2%A7 a%A4o.jpg"], ["1º.jpg", "2º año.jpg"]),
            (["%8F.jpg", "%B0%B1%B2.jpg"], ["Å.jpg", "░▒▓.jpg"]),
            // UTF-8, which tells nothing of the others.
            (["%E5%86%99%E7%9C%9F.jpg", "caf%82.jpg"], ["写真.jpg", "café.jpg"]),
            (["%E6%B5%B7.jpg", "%D5%D5%C6%AC.jpg"], ["海.jpg", "照片.jpg"]),
        ] as [([String], [String])])
    func `All names of an archive tell the encoding of each`(encoded: [String], names: [String]) {
        #expect(shown(encoded) == names)
        #expect(shown(encoded.reversed()) == names.reversed())
    }

    @Test func `A name that does not fit the others is in code page 437`() {
        #expect(shown(["%8E%CA%90%5E.jpg", "%82.jpg"]) == ["写真.jpg", "é.jpg"])
        #expect(shown(["%D5%D5%C6%AC.jpg", "%BA%A3.jpg", "%82.jpg"]) == ["照片.jpg", "海.jpg", "é.jpg"])
    }

    @Test func `Any bytes are a name`() {
        let all = Array(UInt8.min...UInt8.max)
        var vote = NameVote()
        #expect(vote.encoding == .page437)
        for start in 0..<256 {
            vote.add(Array(all[start...]))
            for encoding in [NameVote.Encoding.page437, .page866, .shiftJIS, .eucJP, .chinese, vote.encoding] {
                #expect(!NameVote.text(Array(all[start...]), in: encoding).isEmpty)
            }
        }
    }
}
