import Foundation
import Testing

@testable import ClassicPhotosApp

@Suite("What the project's files say about the program")
struct CommandLineDocumentsTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../..").standardized

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
    }

    @MainActor
    @Test func `The version is that of the changelog's first heading`() throws {
        let heading = try text("CHANGELOG.md").firstMatch(of: #/\n## \[([0-9.]+)\] - /#)
        #expect(heading.map { String($0.output.1) } == ClassicPhotos.version)
    }

    @Test(arguments: [
        "data/classic-photos.1", "data/completions/classic-photos.bash", "data/completions/classic-photos.zsh",
        "data/completions/classic-photos.fish",
    ])
    func `The manual page and the completions have all options, and no others`(_ path: String) throws {
        // In the manual page hyphens have a backslash; fish has options without hyphens.
        let written = try text(path).replacing("\\-", with: "-").replacing(" -l ", with: " --")
        let known = Set(Arguments.usage.matches(of: /--[a-z][a-z-]+/).map { String($0.output) })
        let found = Set(written.matches(of: /--[a-z][a-z-]+/).map { String($0.output) })
        #expect(found == known)
        #expect(written.contains(/[ {]-(s )?h[ ,]/))
    }

    @Test func `The manual page names the environment variables of --help-all`() throws {
        let page = try text("data/classic-photos.1")
        let names = Arguments.environment.matches(of: /[A-Z]+(_[A-Z]+)+/).map { String($0.output.0) }
        #expect(names.count > 3)
        for name in names { #expect(page.contains(name)) }
    }

    @Test func `The manual page and --help-all name all environment variables that the sources do`() throws {
        // Those of the desktop's session, of libraries in workers, of tests, and of what the program does not show.
        let others: Set = [
            "CLASSIC_PHOTOS_DECODER", "CLASSIC_PHOTOS_TRANSLATIONS", "LC_ADDRESS", "LC_ALL", "LC_CTYPE",
            "LC_IDENTIFICATION", "LC_MEASUREMENT", "LC_NAME", "LC_PAPER", "LC_TELEPHONE", "XDG_CONFIG_HOME",
            "XDG_DATA_DIRS", "XDG_DATA_HOME", "XDG_RUNTIME_DIR",
        ]
        // An enumerator does not follow a link.
        let sources = Self.root.appendingPathComponent("Sources").resolvingSymlinksInPath()
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        let starts = ["AWS_", "CLASSIC_PHOTOS_", "LC_", "XDG_"]
        var names: Set<String> = ["LANGUAGE"]
        for case let file as URL in files where file.pathExtension == "swift" {
            let words = try [UInt8](Data(contentsOf: file)).split { byte in
                !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) && byte != UInt8(ascii: "_")
                    && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
            for word in words where starts.contains(where: { word.starts(with: $0.utf8) }) {
                names.insert(String(decoding: word, as: UTF8.self))
            }
        }
        let page = try text("data/classic-photos.1")
        let missing = names.subtracting(others).filter { name in
            !page.contains(name) || !Arguments.environment.contains(name)
        }
        #expect(names.count > 10 && missing.isEmpty, "\(missing)")
    }

    @Test func `The desktop entry's actions are actions of the program, and commands of its command line`() throws {
        let entry = try text("data/org.classicphotos.ClassicPhotos.desktop")
        let actions = entry.matches(of: /\[Desktop Action ([a-z-]+)\]\nName=(.+)\nExec=classic-photos (.+)/)
        #expect(actions.count == 3)
        for action in actions {
            let command = try #require(Command(rawValue: String(action.output.1)))
            #expect(command.title == String(action.output.2))
            #expect(throws: Never.self) { try Arguments([String(action.output.3)], in: "/") }
        }
    }
}
