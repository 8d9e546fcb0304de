import Foundation
import PhotoCore

/// What the replies to one fetch teach of their host.
struct HostLessons {
    private let request: FetchRequest
    private let learn: @Sendable (HostPolicy.Observation) -> Void
    private var observation = HostPolicy.Observation()
    private var openedAt = ContinuousClock.now

    /// Fewer bytes than this tell of the round trip, not of the bandwidth.
    private static let measurableByteCount = 32768

    /// None yet; `learn` takes them in.
    init(_ request: FetchRequest, learn: @escaping @Sendable (HostPolicy.Observation) -> Void) {
        self.request = request
        self.learn = learn
    }

    /// A reply has begun, with this `observation`.
    mutating func opened(_ observation: HostPolicy.Observation) { (self.observation, openedAt) = (observation, .now) }

    /// Tells what its beginning teaches.
    mutating func tell(answersRanges: Bool?) {
        observation.answersRanges = answersRanges ?? observation.answersRanges
        guard !request.url.isFileURL else { return }
        learn(observation)
        // Each is learned once.
        (observation.connectSeconds, observation.firstByteSeconds) = (nil, nil)
    }

    /// Tells what the end teaches, where so many bytes were looked at and `isWhole` is whether all were needed.
    func tell(_ activity: FetchActivity, isWhole: Bool, lookedAt: Int?) {
        guard activity.isMeasured else { return }
        var learned = HostPolicy.Observation()
        let seconds = (ContinuousClock.now - openedAt) / .seconds(1)
        if activity.newByteCount >= Self.measurableByteCount, seconds > 0 {
            learned.bandwidth = Double(activity.newByteCount) / seconds
        }
        // What was resumed was judged before.
        if request.wanted != nil, activity.isLesson {
            learned.isJudged = true
            learned.sufficientByteCount = isWhole ? nil : lookedAt
        }
        learn(learned)
    }
}
