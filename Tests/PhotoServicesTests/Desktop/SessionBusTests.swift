import Foundation
import Testing

@testable import PhotoServices

@Suite struct SessionBusTests {
    @Test func `A bus is looked for only where nothing says which it is, and there is a display`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let display = ["DISPLAY": ":1"]
        #expect(SessionBus.needsLaunching(display))
        #expect(SessionBus.needsLaunching(display.merging(["XDG_RUNTIME_DIR": folder.path]) { $1 }))
        #expect(!SessionBus.needsLaunching([:]) && !SessionBus.needsLaunching(["DISPLAY": ""]))
        #expect(!SessionBus.needsLaunching(display.merging(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/x"]) { $1 }))
        try Data().write(to: folder.appending(path: "bus"))
        #expect(!SessionBus.needsLaunching(display.merging(["XDG_RUNTIME_DIR": folder.path]) { $1 }))
    }

    @Test func `Where dbus-launch cannot note down which bus it has started, it is not asked`() throws {
        let home = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        #expect(!SessionBus.canNote(in: home.path))
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }
        #expect(SessionBus.canNote(in: home.path))
        try Data().write(to: home.appending(path: ".dbus"))
        #expect(!SessionBus.canNote(in: home.path))
    }
}
