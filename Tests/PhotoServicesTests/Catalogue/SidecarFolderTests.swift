import Foundation
@testable import PhotoCore
import TestSupport
import Testing

@testable import PhotoServices

@Suite("Sidecars in a folder")
struct SidecarFolderTests {
    @Test func `A folder lists photos, not what programs have written beside them`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString, isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["a.jpg", "a.jpg.xmp", "a.xmp", ".picasa.ini", "Picasa.ini", "show.m3u", "b.gqv", "c.url"] {
            // GIO has a type of its own for empty files.
            try Data("x".utf8).write(to: folder.appendingPathComponent(name))
        }
        var builder = CatalogueBuilder()
        try FolderFiller().fill(&builder, from: folder) { _ in }
        let catalogue = builder.finish(from: folder)
        #expect((0..<catalogue.count).map { catalogue.name(at: $0) } == ["a.jpg"])
    }
}
