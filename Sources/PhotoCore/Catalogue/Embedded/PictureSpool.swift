/// Keeps the long pictures that one document holds in its text, as long as its rows are there: outside of memory, for
/// rows that come on screen.
package protocol PictureSpool: AnyObject, Sendable {
    /// Adds to the picture in progress. What finds no room is dropped with its picture.
    func add(_ bytes: [UInt8])

    /// The picture in progress has ended. Returns a name that its bytes alone have, of letters and digits; nil if it
    /// was dropped.
    func finish() -> String?

    /// The whole picture of that name; nil if it is not there.
    func picture(named name: String) -> [UInt8]?
}
