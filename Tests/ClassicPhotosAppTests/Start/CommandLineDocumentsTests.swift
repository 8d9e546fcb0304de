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
    }

    @Test func `The manual page names the environment variables of --help-all`() throws {
        let page = try text("data/classic-photos.1")
        let names = Arguments.environment.matches(of: /[A-Z]+(_[A-Z]+)+/).map { String($0.output.0) }
        #expect(names.count > 3)
        for name in names { #expect(page.contains(name)) }
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
