import Testing

@testable import PhotoCore

@Suite struct FilePathTests {
    @Test(arguments: [
        ("/a%20b", "/a b"), ("%41%4a%4A", "AJJ"), ("%", "%"), ("%4", "%4"), ("a%zz", "a%zz"), ("%C3%A9", "é"),
        ("%+5", "%+5"), ("%-0", "%-0"), ("a%00b", "a"), ("%25%32%30", "%20"),
    ])
    func `A percent sign and two digits stand for a byte, and nothing else does`(text: String, path: String) {
        #expect(FilePath(percentEncoded: text).bytes == Array(path.utf8))
    }
}
