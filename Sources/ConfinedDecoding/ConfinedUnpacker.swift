import PhotoCore

/// Opens archives in workers: processes that can do nothing else. A failure of a worker costs only the archive that it
/// reads. May be used from any number of threads; blocks the calling one.
package struct ConfinedUnpacker: ArchiveUnpacking {
    private let pool: WorkerPool
    private let limits: WorkerLimits

    /// Creates an unpacker that uses the workers of `pool`, and ends those that exceed `limits`.
    package init(_ pool: WorkerPool, limits: WorkerLimits = WorkerLimits()) {
        self.pool = pool
        self.limits = limits
    }

    /// See ``ArchiveUnpacking``. The archive has a worker of its own as long as it lives.
    package func open(
        _ formats: ArchiveFormats, _ source: any ArchiveSource, isCancelled: @escaping @Sendable () -> Bool
    ) throws(ArchiveFailure) -> any ArchiveReading {
        for _ in 0..<WorkerJobs.mostTries {
            let worker = try lease(isCancelled)
            var exchange = WorkerExchange(worker, pool, limits, isCancelled: isCancelled)
            let isReady = exchange.prepare()
            if !isReady, isCancelled() {
                // The worker starts for the next archive.
                pool.give(back: worker)
                throw .cancelled
            }
            guard isReady, !exchange.hasMessage else {
                // It does not start, or says something unasked: it would be taken for the reply to what is asked next.
                _ = worker.finish(withinMilliseconds: 200)
                pool.lost(worker)
                continue
            }
            // Archives are open while their bytes are awaited: other workers may work meanwhile.
            pool.keep(worker)
            let archive = ConfinedArchive(worker, pool, limits, source, isCancelled: isCancelled)
            try archive.open(formats)
            return archive
        }
        throw .notStarted
    }

    private func lease(_ isCancelled: @Sendable () -> Bool) throws(ArchiveFailure) -> WorkerProcess {
        do throws(DecodeFailure) {
            return try pool.lease(.archives, isCancelled: isCancelled)
        } catch {
            if case .cancelled = error { throw .cancelled }
            throw .notStarted
        }
    }
}
