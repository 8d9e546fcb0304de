import Foundation

/// The filters that photos have of their own while the program runs: a filter chosen for one photo applies in every
/// list, regardless of the list's filter.
@MainActor
package final class PhotoChoices {
    private var choices: [URL: FilterChoice] = [:]

    /// Called with the photo whose choice has changed; with nil if all may have changed.
    package var changed: (@MainActor (URL?) -> Void)?

    package init() {}

    /// The own filter of the photo at `url`; nil if it follows its list.
    package subscript(_ url: URL) -> FilterChoice? {
        get { choices[url] }
        set {
            guard choices[url] != newValue else { return }
            choices[url] = newValue
            changed?(url)
        }
    }

    /// Whether every photo follows its list.
    package var isEmpty: Bool { choices.isEmpty }

    /// All photos with their own filters, to be restored after all were removed.
    package var all: [URL: FilterChoice] {
        get { choices }
        set {
            guard newValue != choices else { return }
            choices = newValue
            changed?(nil)
        }
    }

    /// Makes every photo follow its list.
    package func forgetAll() { all = [:] }
}
