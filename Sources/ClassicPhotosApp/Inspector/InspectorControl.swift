import GtkBridge
import PhotoCore

/// Shows the inspector of one window below its list.
@MainActor
final class InspectorControl {
    private let tracer: Tracer
    private let content: Box
    private let list: Widget
    /// Made when first shown.
    private var panel: InspectorPanel?

    /// The inspector of `tracer`, in `content` below `list`. Adds its command.
    init(_ tracer: Tracer, in content: Box, below list: Widget, _ commands: WindowCommands) {
        (self.tracer, self.content, self.list) = (tracer, content, list)
        commands.addToggle(.inspector) { [weak self] in self?.show($0) }
    }

    private func show(_ isShown: Bool) {
        let panel = panel ?? InspectorPanel(tracer)
        if self.panel == nil { content.insert(panel.widget, after: list) }
        self.panel = panel
        panel.isShown = isShown
    }

    func close() { panel?.isShown = false }
}
