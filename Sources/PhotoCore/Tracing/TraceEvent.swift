/// Something that happened, when and on which thread: what a trace is made of.
public struct TraceEvent: Sendable, Equatable {
    /// Microseconds on CLOCK_MONOTONIC, which is GLib's monotonic clock and the frame clock's too. Of what took time,
    /// the end.
    public let time: Int
    /// The kernel's number of the thread.
    let thread: Int
    /// What happened.
    let kind: Kind

    /// `kind` at `time`, on `thread`.
    init(time: Int, thread: Int, kind: Kind) {
        self.time = time
        self.thread = thread
        self.kind = kind
    }

    /// One photo of one window.
    public struct Photo: Sendable, Hashable {
        /// Counts the loaders of the program: one a window.
        let window: Int
        /// Which of the window's photos.
        let id: PhotoRecord.ID
    }

    /// Where a photo in progress is, in the order in which it comes by: a wait, or work.
    public enum Stage: String, Sendable, CaseIterable {
        /// Waits for its turn on the look-up queue.
        case queuedForLookup = "queued for look-up"
        /// Its picture is looked for among those kept on disk.
        case lookup = "look-up"
        /// Waits for its turn on the download queue.
        case queued
        /// Its bytes are under way.
        case download
        /// Its bytes wait for their turn on the filtration queue.
        case queuedForDecoding = "queued for decoding"
        /// Its bytes become pixels.
        case decode
        /// Its pixels wait for their turn on the filtration queue.
        case queuedForFiltering = "queued for filtering"
        /// Its pixels are filtered.
        case filter
        /// The outcome is on its way to the main context.
        case delivery
    }

    /// How a photo's time in progress ends.
    public enum Outcome: Sendable, Equatable {
        /// Filtered, and handed to its row.
        case shown
        /// Not to be had, for the reason given.
        case failed(String)
        /// Given up.
        case cancelled
    }

    /// What was looked into before anything was fetched.
    public enum Cache: String, Sendable, CaseIterable {
        /// HeldPhotos.
        case memory
        /// The desktop's thumbnails; found is also that there can be none.
        case thumbnails
        /// The cache on disk; found is what could be used as it was.
        case disk
    }

    /// What kept the main context.
    public enum Hold: Sendable, Equatable {
        /// A wake-up of MainContext, and how many pieces of work it ran.
        case wakeUp(items: Int)
        /// One turn of the main loop, from the end of one poll to the beginning of the next.
        case iteration
    }

    /// A moment of a photo that is looked at.
    public enum Visit: String, Sendable, CaseIterable {
        /// Its row was activated.
        case opened = "open photo"
        /// Something of it was drawn for the first time.
        case drawn = "photo drawn"
        /// It was drawn with every pixel that the display can show of it.
        case sharp = "photo sharp"
        /// The list is shown again.
        case left = "leave photo"
    }

    /// How many photos are in each stage.
    public struct StageCounts: Sendable, Equatable {
        /// One for each of `Stage.allCases`, in their order.
        private var counts = [Int](repeating: 0, count: Stage.allCases.count)

        /// None in any.
        public init() {}

        /// How many are in `stage`.
        public subscript(stage: Stage) -> Int {
            get { Stage.allCases.firstIndex(of: stage).map { counts[$0] } ?? 0 }
            set { if let place = Stage.allCases.firstIndex(of: stage) { counts[place] = newValue } }
        }
    }

    /// What can happen. Durations are in microseconds.
    public enum Kind: Sendable, Equatable {
        /// A thread was heard of for the first time.
        case threadSeen(name: String)
        /// A photo is in progress.
        case photoBegan(Photo, name: String)
        /// It has come to a stage.
        case stageBegan(Photo, Stage)
        /// It has left a stage; of a download, with how many bytes.
        case stageEnded(Photo, Stage, bytes: Int?)
        /// Its unfiltered picture was handed to its row.
        case photoShownUnfiltered(Photo)
        /// It is no longer in progress.
        case photoEnded(Photo, Outcome)
        /// A worker has spent so long on a stage of a photo.
        case worked(Photo, Stage, duration: Int)
        /// The lengths of the queues.
        case counts(StageCounts)
        /// A window's queues start nothing new.
        case suspended(window: Int)
        /// They go on.
        case resumed(window: Int)
        /// A request went out.
        case requestBegan(Int, url: String)
        /// The server answered it, with this status of HTTP's.
        case requestAnswered(Int, status: Int)
        /// Bytes came in for it.
        case requestReceived(Int, bytes: Int)
        /// It is over, with this many bytes in all.
        case requestEnded(Int, bytes: Int, failure: String?)
        /// A frame was made: how long that took; how long after the frame before it was begun, nil after a pause, in
        /// which no frame was due; and how much processor time the main thread took since that frame was made, which a
        /// busy machine makes no longer.
        case frame(duration: Int, interval: Int?, processor: Int? = nil)
        /// The main context was kept; so much of that it had the processor.
        case held(Hold, duration: Int, processor: Int = 0)
        /// A cache was asked for a photo.
        case looked(in: Cache, found: Bool)
        /// A photo is looked at.
        case visit(Visit, name: String)
        /// A list has this many rows.
        case rows(Int)
        /// So many bytes of a window's photos are held in memory.
        case memory(window: Int, bytes: Int)
    }
}
