import CGLib
import Synchronization
import Testing

@testable import GLibBridge

@Suite("Signals and errors")
@MainActor
struct SignalTests {
    @Test func `A handler is called, and its closure is freed with the object`() {
        final class Captured {}
        weak var captured: Captured?
        var calls = 0
        do {
            let object = Captured()
            captured = object
            let action = ObjectReference(taking: UnsafeMutableRawPointer(g_simple_action_new("a", nil)))
            Signal.connect(action.pointer, "activate") {
                calls += 1
                _ = object
            }
            g_action_activate(action.opaque, nil)
        }
        #expect(calls == 1)
        #expect(captured == nil)
    }

    @Test func `A disconnected handler is called no more`() {
        var calls = 0
        let action = ObjectReference(taking: UnsafeMutableRawPointer(g_simple_action_new("a", nil)))
        let id = Signal.connect(action.pointer, "activate") { calls += 1 }
        Signal.disconnect(action.pointer, id)
        g_action_activate(action.opaque, nil)
        #expect(calls == 0)
    }

    @Test func `A handler takes the signal's arguments by their types, or only the first of them`() throws {
        let type = g_variant_type_new("s")
        defer { g_variant_type_free(type) }
        let action = ObjectReference(
            taking: UnsafeMutableRawPointer(g_simple_action_new_stateful("a", type, g_variant_new_string("old"))))
        var heard: [String] = []
        Signal.connect(action.pointer, "activate") { (parameter: UnsafeMutableRawPointer?) in
            heard.append(
                parameter.flatMap { g_variant_get_string(OpaquePointer($0), nil) }.map { String(cString: $0) } ?? "")
        }
        Signal.connect(action.pointer, "activate") { heard.append("no argument") }
        Signal.connect(action.pointer, "notify::state") { heard.append("state") }
        g_action_activate(action.opaque, g_variant_new_string("new"))
        #expect(heard == ["new", "no argument"])
        g_simple_action_set_state(action.opaque, g_variant_new_string("other"))
        #expect(heard.last == "state")
    }

    @Test func `Numbers, enumerations, flags, truth, text and objects arrive as they were emitted`() throws {
        let type = g_type_register_static_simple(
            g_object_get_type(), "ClassicPhotosTestEmitter", guint(MemoryLayout<GObjectClass>.size), nil,
            guint(MemoryLayout<GObject>.size), nil, GTypeFlags(rawValue: 0))
        let emitter = try #require(ObjectProperties.make(type, []))
        let value = { (type: GType, set: (UnsafeMutablePointer<GValue>) -> Void) in
            var value = GValue()
            g_value_init(&value, type)
            set(&value)
            return value
        }
        var values = [
            value(type) { g_value_set_object($0, emitter.pointer) },
            value(FundamentalType.int.rawValue) { g_value_set_int($0, .min) },
            value(FundamentalType.unsigned.rawValue) { g_value_set_uint($0, .max) },
            value(g_file_monitor_event_get_type()) { g_value_set_enum($0, 5) },
            value(g_application_flags_get_type()) { g_value_set_flags($0, 8) },
            value(FundamentalType.boolean.rawValue) { g_value_set_boolean($0, 1) },
            value(GType(15 << 2)) { g_value_set_double($0, 2.5) },
            value(FundamentalType.string.rawValue) { g_value_set_string($0, "text") },
            value(FundamentalType.string.rawValue) { g_value_set_string($0, nil) },
            value(type) { g_value_set_object($0, emitter.pointer) },
        ]
        defer { for index in values.indices { g_value_unset(&values[index]) } }
        var types = values.dropFirst().map(\.g_type)
        let signal = g_signal_newv(
            "all", type, G_SIGNAL_RUN_LAST, nil, nil, nil, nil, FundamentalType.int.rawValue, guint(types.count), &types
        )
        Signal.connect(emitter.pointer, "all") {
            (
                int: Int, unsigned: UInt32, enumeration: Int, flags: UInt32, truth: Bool, double: Double, text: String?,
                noText: String?, object: UnsafeMutableRawPointer?
            ) -> Int in
            #expect(int == Int(CInt.min) && unsigned == .max && enumeration == 5 && flags == 8)
            #expect(truth && double == 2.5 && text == "text" && noText == nil && object == emitter.pointer)
            return .max
        }
        var answer = value(FundamentalType.int.rawValue) { _ in }
        g_signal_emitv(&values, signal, 0, &answer)
        #expect(g_value_get_int(&answer) == .max)
    }

    @Test func `A handler answers the signal, and stands before or behind the default handler`() throws {
        let completer = try #require(g_filename_completer_new())
        let object = ObjectReference(taking: UnsafeMutableRawPointer(completer))
        #expect(Signal.connect(object.pointer, "got-completion-data", after: true) {} != 0)
        let authorizer = ObjectReference(taking: UnsafeMutableRawPointer(g_dbus_auth_observer_new()))
        for isAllowed in [false, true] {
            let id = Signal.connect(authorizer.pointer, "allow-mechanism") { (mechanism: String?) in
                mechanism == "EXTERNAL" && isAllowed
            }
            defer { Signal.disconnect(authorizer.pointer, id) }
            #expect((g_dbus_auth_observer_allow_mechanism(authorizer.opaque, "EXTERNAL") != 0) == isAllowed)
            #expect(g_dbus_auth_observer_allow_mechanism(authorizer.opaque, "ANONYMOUS") == 0)
        }
    }

    @Test func `A handler of an object of another thread runs where that emits`() async throws {
        let object = ObjectReference(taking: UnsafeMutableRawPointer(g_cancellable_new()))
        let thread = EventLoopThread(name: "other")
        let isThere = await withCheckedContinuation { (done: CheckedContinuation<Bool, Never>) in
            let emitting = Mutex<UInt?>(nil)
            let current = { @Sendable in UInt(pthread_self()) }
            Signal.connectAnywhere(object.pointer, "cancelled") {
                done.resume(returning: emitting.withLock { $0 } == current())
            }
            thread.perform {
                emitting.withLock { $0 = current() }
                g_cancellable_cancel(object.typed())
            }
        }
        #expect(isThere)
    }

    @Test func `A GError becomes a Swift error with its domain, code and message`() throws {
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

    @Test func `A reference is given back`() {
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
