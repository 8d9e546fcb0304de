import DecoderWorker

DecoderWorker.main()
