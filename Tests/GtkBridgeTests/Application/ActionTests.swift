import CGtk
import Testing

@testable import GtkBridge

@MainActor
@Suite struct ActionTests {
    @Test func `An action is done when it is activated, and not while it is disabled`() {
        var count = 0
        let action = Action("reload") { count += 1 }
        defer { withExtendedLifetime(action) {} }
        action.isEnabled = false
        g_action_activate(action.object.opaque, nil)
        #expect(count == 0 && !action.isEnabled)
        action.isEnabled = true
        g_action_activate(action.object.opaque, nil)
        #expect(count == 1)
    }

    @Test func `A toggle is off at first, and says each change once`() {
        var heard: [Bool] = []
        let action = Action(toggle: "grid") { heard.append($0) }
        defer { withExtendedLifetime(action) {} }
        #expect(!action.isOn)
        g_action_activate(action.object.opaque, nil)
        action.isOn = true
        action.isOn = false
        #expect(heard == [true, false])
    }

    @Test func `A choice is what was activated last, and setting it is not heard`() {
        var heard: [String] = []
        let action = Action("sort", choosing: "name") { heard.append($0) }
        defer { withExtendedLifetime(action) {} }
        g_action_activate(action.object.opaque, g_variant_new_string("date"))
        #expect(action.choice == "date")
        action.choice = "size"
        #expect(action.choice == "size")
        #expect(heard == ["date"])
    }
}
