import Foundation

/// The filters that photos have of their own while the program runs: a filter chosen for one photo applies in every
/// list, regardless of the list's filter.
@MainActor
public final class PhotoChoices {
    private var choices: [URL: FilterChoice] = [:]

    /// Called with the photo whose choice has changed; with nil if all may have changed.
    public var changed: (@MainActor (URL?) -> Void)?

    /// No choices.
    public init() {}

    /// The own filter of the photo at `url`; nil if it follows its list.
    public subscript(_ url: URL) -> FilterChoice? {
        get { choices[url] }
        set {
            guard choices[url] != newValue else { return }
            choices[url] = newValue
            changed?(url)
        }
    }

    /// Whether every photo follows its list.
    public var isEmpty: Bool { choices.isEmpty }

    /// All photos with their own filters, to be restored after all were removed.
    public var all: [URL: FilterChoice] {
        get { choices }
        set {
            guard newValue != choices else { return }
            choices = newValue
            changed?(nil)
        }
    }

    /// Makes every photo follow its list.
    public func forgetAll() { all = [:] }
}
