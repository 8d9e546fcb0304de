import GLibBridge
import GtkBridge
import PhotoCore
import PhotoServices

/// One photo in the list's place.
extension PhotoWindow {
    /// What shows the photos of the list that `content` holds; they come through `fetcher`, as the rows' do.
    func makePhotos(_ content: Widget, fetcher: any DataFetching, tracer: Tracer) -> PhotoPresenter {
        PhotoPresenter(
            window: window, commands: commands, list: list, content: content,
            services: PhotoLoad.Services(
                fetcher: fetcher, decoder: PhotoDecoder(), mainContext: MainContext.shared),
            cameraFacts: ExifReader(), tracer: tracer, listTitle: { [weak self] in self?.title ?? "" })
    }
}
