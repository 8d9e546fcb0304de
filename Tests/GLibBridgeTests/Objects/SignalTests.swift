import CGLib
import Testing

@testable import GLibBridge

@Suite("Signals and errors")
@MainActor
struct SignalTests {
    @Test("A handler is called, and its closure is freed with the object")
    func handler() {
        final class Captured {}
        weak var captured: Captured?
        var calls = 0
        do {
            let object = Captured()
            captured = object
            let action = ObjectReference(taking: UnsafeMutableRawPointer(g_simple_action_new("a", nil)))
            Signal.connect(action.pointer, pointer: "activate") { _ in
                calls += 1
                _ = object
            }
            g_action_activate(action.opaque, nil)
        }
        #expect(calls == 1)
        #expect(captured == nil)
    }

    @Test("A disconnected handler is called no more")
    func disconnect() {
        var calls = 0
        let action = ObjectReference(taking: UnsafeMutableRawPointer(g_simple_action_new("a", nil)))
        let id = Signal.connect(action.pointer, pointer: "activate") { _ in calls += 1 }
        Signal.disconnect(action.pointer, id)
        g_action_activate(action.opaque, nil)
        #expect(calls == 0)
    }

    @Test("A GError becomes a Swift error with its domain, code and message")
    func error() throws {
        let file = try #require(g_file_new_for_path("/no/such/file"))
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        do throws(GLibError) {
            _ = try GLibError.check { g_file_read(file, nil, $0) }
            Issue.record("nothing was thrown")
        } catch {
            #expect(error.matches(G_IO_ERROR_NOT_FOUND))
            #expect(!error.matches(G_IO_ERROR_EXISTS))
            #expect(error.description.contains("/no/such/file"))
        }
    }

    @Test("A reference is given back")
    func reference() {
        let raw = UnsafeMutableRawPointer(g_simple_action_new("a", nil)!)
        let object = raw.assumingMemoryBound(to: GObject.self)
        let first = ObjectReference(taking: raw)
        do {
            let second = ObjectReference(borrowing: raw)
            #expect(object.pointee.ref_count == 2)
            withExtendedLifetime(second) {}
        }
        #expect(object.pointee.ref_count == 1)
        withExtendedLifetime(first) {}
    }
}
