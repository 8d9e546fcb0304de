import Foundation

/// A server's list of a month, as it was received.
package struct KeptList: Sendable, Equatable {
    /// The server's reply.
    package let body: Data
    /// When the server was asked, in seconds since 1970.
    package let asked: Double

    /// A reply of that time.
    package init(body: Data, asked: Double) { (self.body, self.asked) = (body, asked) }

    /// Lists are asked for again after a day, while they are shown: a photo may have been exchanged for another.
    private static let longestTrust = 86_400.0

    /// Whether the server should be asked again, `now` seconds after 1970. A list from the future is old: the clock was
    /// wrong.
    package func isOld(at now: Double) -> Bool { !(now - asked >= 0 && now - asked < Self.longestTrust) }
}

/// A server's list of a folder, as it was received.
package struct KeptPage: Sendable, Equatable {
    /// The server's reply.
    package let list: KeptList
    /// Its source, after redirects.
    package let url: URL
    /// The Content-Type with its parameters, if there was one.
    package let contentType: String?

    /// A reply from `url`.
    package init(list: KeptList, url: URL, contentType: String?) {
        (self.list, self.url, self.contentType) = (list, url, contentType)
    }
}

/// Keeps what servers have said about their libraries, for the next start. Calls wait for the disk: never on the main
/// context. If something cannot be kept, there is no error: the server has it.
package protocol LibraryStoring: Sendable {
    /// The months of the library at `address`, as its server has told them the last time; nil if none are kept.
    func months(of address: URL) -> LibraryMonths?

    /// How often a person has had something removed, in this process. Answers at once, on any context.
    var removals: Int { get }

    /// Keeps the months of the library at `address`, in place of earlier ones; unless something was removed since
    /// `removals`, when the server was asked: it may have been for a key that is gone.
    func keep(_ months: LibraryMonths, of address: URL, since removals: Int)

    /// The list of a month; nil if none is kept, or if the server tells another count since.
    func list(of month: LibraryMonths.Month) -> KeptList?

    /// Whether the list of a month may be kept. Answers at once, on any context.
    func mayHaveList(of month: LibraryMonths.Month) -> Bool

    /// Keeps the list of a month, in place of an earlier one; unless something was removed since `removals`.
    func keep(_ list: KeptList, of month: LibraryMonths.Month, since removals: Int)
}
