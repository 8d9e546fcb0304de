/// Tells the months of a catalogue whose rows are not all known: those of a library on a server. The rows of the
/// catalogue are in the order of its months, one row for each photo.
@MainActor
package protocol TimelineSource: AnyObject {
    /// The months, with what is known of them now.
    var sections: TimelineSections { get }
}

/// Takes what becomes known of months.
@MainActor
package protocol TimelineFilling: AnyObject {
    /// Shows the photos of a section in their own shapes and under their days. What the eye is on stays. A month that
    /// has another count than was said needs a catalogue with as many rows.
    func fill(_ section: Int, with content: TimelineSections.Content)
}
