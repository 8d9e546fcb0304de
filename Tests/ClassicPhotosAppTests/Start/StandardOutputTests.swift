import Foundation
import Testing

@testable import ClassicPhotosApp

@Suite("What the program prints")
struct StandardOutputTests {
    @Test func `Lines are written as they are, each with its end`() throws {
        let pipe = Pipe()
        #expect(StandardOutput.print(["a", "", "é\nb"], to: pipe.fileHandleForWriting.fileDescriptor))
        #expect(StandardOutput.print([], to: pipe.fileHandleForWriting.fileDescriptor))
        try pipe.fileHandleForWriting.close()
        #expect(try pipe.fileHandleForReading.readToEnd() == Data("a\n\né\nb\n".utf8))
    }

    @Test(arguments: ["/dev/full", "/dev/null"])
    func `What cannot be written is a failure, and what goes nowhere is none`(_ path: String) throws {
        let output = try #require(FileHandle(forWritingAtPath: path))
        #expect(StandardOutput.print(["a"], to: output.fileDescriptor) == (path == "/dev/null"))
        try output.close()
    }
}
