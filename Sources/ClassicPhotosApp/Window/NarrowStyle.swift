/// The style of what yields in a phone's width.
enum NarrowStyle {
    /// ``HeaderFit`` sets the class.
    static let css = """
        headerbar.tight, headerbar.tight box, headerbar.tight windowcontrols { border-spacing: 0; }
        """
}
