/// The style of what yields in a phone's width.
enum NarrowStyle {
    /// ``HeaderFit`` sets the first, `ChoiceButtons` the second.
    static let css = """
        headerbar.tight, headerbar.tight box, headerbar.tight windowcontrols { border-spacing: 0; }
        .linked.tight > button { padding-left: 6px; padding-right: 6px; }
        """
}
