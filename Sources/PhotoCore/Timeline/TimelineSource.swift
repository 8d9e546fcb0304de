/// Tells the months of a catalogue whose rows are not all known: those of a library on a server. The rows of the
/// catalogue are in the order of its months, one row for each photo.
@MainActor
package protocol TimelineSource: AnyObject {
    /// The months, with what is known of them now.
    var sections: TimelineSections { get }
    /// The timeline rests where photos of these sections are on screen that are not known; others are not wanted any
    /// more. Pass what becomes known to ``TimelineFilling/fill(_:with:)``.
    func want(_ sections: [Int])
}

/// Takes what becomes known of months.
@MainActor
package protocol TimelineFilling: AnyObject {
    /// Shows the photos of a section in their own shapes and under their days. What the eye is on stays. A month that
    /// has another count than was said needs a catalogue with as many rows.
    func fill(_ section: Int, with content: TimelineSections.Content)
}
