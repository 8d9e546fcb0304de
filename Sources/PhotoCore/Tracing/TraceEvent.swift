/// An event of a trace: what, when and on which thread.
public struct TraceEvent: Sendable, Equatable {
    /// Microseconds on CLOCK_MONOTONIC, also GLib's monotonic clock and the frame clock's. For a duration, the end.
    public let time: Int
    /// The kernel's thread id.
    let thread: Int
    let kind: Kind

    /// One photo of one window.
    public struct Photo: Sendable, Hashable {
        /// Counts the program's loaders: one per window.
        let window: Int
        /// The photo in the window.
        let id: PhotoRecord.ID
    }

    /// The stage of a photo in progress, in order: a wait or work.
    public enum Stage: String, Sendable, CaseIterable {
        /// Waits on the look-up queue.
        case queuedForLookup = "queued for look-up"
        /// Looks for its picture on disk.
        case lookup = "look-up"
        /// Waits on the download queue.
        case queued
        /// Downloads its bytes.
        case download
        /// Its bytes wait on the filtration queue.
        case queuedForDecoding = "queued for decoding"
        /// Decodes its bytes.
        case decode
        /// Its pixels wait on the filtration queue.
        case queuedForFiltering = "queued for filtering"
        /// Filters its pixels.
        case filter
        /// Returns the outcome to the main context.
        case delivery
    }

    /// How a photo's progress ends.
    public enum Outcome: Sendable, Equatable {
        /// Filtered, and passed to its row.
        case shown
        /// Failed for this reason.
        case failed(String)
        /// Cancelled.
        case cancelled
    }

    /// A cache that is queried before a fetch.
    public enum Cache: String, Sendable, CaseIterable {
        /// HeldPhotos.
        case memory
        /// The desktop's thumbnails; a stored failure counts as found.
        case thumbnails
        /// The disk cache; found means usable without a request.
        case disk
    }

    /// What held the main context.
    public enum Hold: Sendable, Equatable {
        /// A wake-up of MainContext, and its number of work items.
        case wakeUp(items: Int)
        /// One turn of the main loop, from the end of one poll to the start of the next.
        case iteration
    }

    /// A moment of a photo's page.
    public enum Visit: String, Sendable, CaseIterable {
        /// Its row was activated.
        case opened = "open photo"
        /// Its first drawing, at any quality.
        case drawn = "photo drawn"
        /// Its first drawing with every pixel that the display can show.
        case sharp = "photo sharp"
        /// The list is shown again.
        case left = "leave photo"
    }

    /// How many photos are in each stage.
    public struct StageCounts: Sendable, Equatable {
        /// One for each of `Stage.allCases`, in order.
        private var counts = [Int](repeating: 0, count: Stage.allCases.count)

        /// None in any.
        public init() {}

        /// How many are in `stage`.
        public subscript(stage: Stage) -> Int {
            get { Stage.allCases.firstIndex(of: stage).map { counts[$0] } ?? 0 }
            set { if let place = Stage.allCases.firstIndex(of: stage) { counts[place] = newValue } }
        }
    }

    /// The kinds of events. Durations are in microseconds.
    public enum Kind: Sendable, Equatable {
        /// A thread's first event.
        case threadSeen(name: String)
        /// A photo is in progress.
        case photoBegan(Photo, name: String)
        /// It entered a stage.
        case stageBegan(Photo, Stage)
        /// It left a stage; for a download, with its number of bytes.
        case stageEnded(Photo, Stage, bytes: Int?)
        /// Its unfiltered picture was passed to its row.
        case photoShownUnfiltered(Photo)
        /// It is no longer in progress.
        case photoEnded(Photo, Outcome)
        /// A worker spent this time on a stage of a photo.
        case worked(Photo, Stage, duration: Int)
        /// The lengths of the queues.
        case counts(StageCounts)
        /// A window's queues are suspended.
        case suspended(window: Int)
        /// They are resumed.
        case resumed(window: Int)
        /// A request went out.
        case requestBegan(Int, url: String)
        /// The server answered with this HTTP status.
        case requestAnswered(Int, status: Int)
        /// Bytes arrived for it.
        case requestReceived(Int, bytes: Int)
        /// It ended, with this many bytes in total.
        case requestEnded(Int, bytes: Int, failure: String?)
        /// A frame: its duration; the interval since the previous frame's start, nil after a pause without frames; and
        /// the main thread's processor time since that frame, which does not depend on a busy machine.
        case frame(duration: Int, interval: Int?, processor: Int? = nil)
        /// The main context was held; `processor` is the processor time.
        case held(Hold, duration: Int, processor: Int = 0)
        /// A cache was queried for a photo.
        case looked(in: Cache, found: Bool)
        /// An event of a photo's page.
        case visit(Visit, name: String)
        /// A list has this many rows.
        case rows(Int)
        /// A window holds this many bytes of photos in memory.
        case memory(window: Int, bytes: Int)
    }
}
