import Foundation

/// The filters that photos have of their own, for as long as the program runs: what a person chose for one photo stays
/// with it in every list, whatever the list's own filter is.
@MainActor
public final class PhotoChoices {
    private var choices: [URL: FilterChoice] = [:]

    /// Called with the photo whose choice has changed; with nil where all of them may have.
    public var changed: (@MainActor (URL?) -> Void)?

    /// No photo has one.
    public init() {}

    /// The filter that the photo at `url` has of its own; nil where it follows its list.
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

    /// Every photo that has a filter of its own, and which: to be put back after all were forgotten.
    public var all: [URL: FilterChoice] {
        get { choices }
        set {
            guard newValue != choices else { return }
            choices = newValue
            changed?(nil)
        }
    }

    /// Has every photo go with its list.
    public func forgetAll() { all = [:] }
}
