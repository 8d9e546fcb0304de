import Foundation
import PhotoCore

/// What one fetch's replies reveal about their host.
struct HostLessons {
    private let request: FetchRequest
    private let learn: @Sendable (HostPolicy.Observation) -> Void
    private var observation = HostPolicy.Observation()
    private var openedAt = ContinuousClock.now

    /// Fewer bytes measure the round trip, not the bandwidth.
    private static let measurableByteCount = 32768

    /// No lessons yet; reports them to `learn`.
    init(_ request: FetchRequest, learn: @escaping @Sendable (HostPolicy.Observation) -> Void) {
        self.request = request
        self.learn = learn
    }

    /// A reply has begun, with this `observation`.
    mutating func opened(_ observation: HostPolicy.Observation) { (self.observation, openedAt) = (observation, .now) }

    /// Reports the lessons of a reply's beginning.
    mutating func tell(answersRanges: Bool?) {
        observation.answersRanges = answersRanges ?? observation.answersRanges
        guard !request.url.isFileURL, !DataAddress.isNamed(by: request.url) else { return }
        learn(observation)
        // Each is reported once.
        (observation.connectSeconds, observation.firstByteSeconds) = (nil, nil)
    }

    /// Reports the lessons of a fetch's end: `lookedAt` bytes were inspected; `isWhole`: all were necessary.
    func tell(_ activity: FetchActivity, isWhole: Bool, lookedAt: Int?) {
        guard activity.isMeasured else { return }
        var learned = HostPolicy.Observation()
        let seconds = (ContinuousClock.now - openedAt) / .seconds(1)
        if activity.newByteCount >= Self.measurableByteCount, seconds > 0 {
            learned.bandwidth = Double(activity.newByteCount) / seconds
        }
        // A resumed body was judged earlier.
        if request.wanted != nil, activity.isLesson {
            learned.isJudged = true
            learned.sufficientByteCount = isWhole ? nil : lookedAt
        }
        learn(learned)
    }
}
