/// The table of commands: names, keys, and when they are available.
///
/// Commands that other programs also have use the same keys: those of GNOME's viewer and file manager first.
extension Command {
    var entry: Entry {
        switch self {
        case .newWindow: Entry("_New Window", .everywhere("<Control>n"))
        case .close: Entry("_Close Window", .everywhere("<Control>w"))
        case .quit: Entry("_Quit", .everywhere("<Control>q"))
        case .clearCache: Entry("_Clear Cache…")
        case .forgetPasswords: Entry("_Forget Passwords…")
        case .inspector: Entry("_Inspector", .everywhere("<Control><Shift>i"))
        case .shortcuts: Entry("_Keyboard Shortcuts", .everywhere("<Control>question", "F1"))
        case .about: Entry("_About Classic Photos")

        case .openLocation: Entry("Open _Location…", .everywhere("<Control>l"))
        case .openFile: Entry("Open _File…", .everywhere("<Control>o"))
        case .openFolder: Entry("Open Fold_er…", .everywhere("<Control><Shift>o"))
        case .showDemo: Entry("Show the _Demo")
        case .reload: Entry("_Reload", .everywhere("<Control>r", "F5"), need: .catalogue)
        case .cancelLoading: Entry("Cancel Loading")
        case .retryAll: Entry("_Retry All Failed", .everywhere("<Control><Shift>r"), need: .failures)
        case .saveCatalogue:
            Entry(
                "Save Catalogue _As…", .everywhere("<Control><Shift>s"), need: .list, title: "Save As",
                help: "the catalogue")

        case .openPhoto: Entry("_Open Photo", .at(.rowsOfGTK, "Return"), need: .list, title: "Open Photo")
        case .rowMenu:
            Entry("Row Menu", .at(.rows, "Menu", "<Shift>F10"), help: "same as a right click or a long press")
        case .find: Entry("_Find…", .everywhere("<Control>f"), need: .list)
        case .search: Entry("Search", need: .list)
        case .stopFinding: Entry("Close Search", .at(.rows, "Escape"), need: .list)
        case .goTo: Entry("_Go To…", .everywhere("<Control>g"), need: .list, help: "a row or a name")
        case .sort: Entry("_Sort")
        case .filter: Entry("Filter")
        case .undoFilterAll: Entry("Undo")
        case .view: Entry("_View", need: .list)
        case .viewList: Entry("_List", .everywhere("<Control>1", other: "<Control>KP_1"), need: .list)
        case .viewGrid: Entry("_Grid", .everywhere("<Control>2", other: "<Control>KP_2"), need: .list)
        case .grid: Entry("Grid", need: .list)
        case .gridLarger:
            Entry(
                "_Larger Pictures", .everywhere("<Control>plus", other: "<Control>equal", "<Control>KP_Add"),
                need: .largerGrid)
        case .gridSmaller:
            Entry(
                "_Smaller Pictures", .everywhere("<Control>minus", other: "<Control>KP_Subtract"),
                need: .smallerGrid)
        case .gridReset:
            Entry("_Normal Size", .everywhere("<Control>0", other: "<Control>KP_0"), need: .unusualGrid)
        // GTK handles both itself, in lists and in text fields; the latter does not work on every keyboard.
        case .selectAll: Entry("Select _All", .at(.rowsOfGTK, "<Control>a"))
        case .selectNone: Entry("Select _None", .at(.rows, "<Control><Shift>a"), need: .selection)
        case .invertSelection: Entry("_Invert Selection", .at(.listPage, "<Control>i"))
        case .copyNames: Entry("_Copy Names", .at(.listPage, "<Control>c"), need: .meant)
        case .copyAddresses: Entry("Copy A_ddresses", .at(.listPage, "<Control><Shift>c"), need: .meant)
        case .saveSelection: Entry("_Save Selection As…", need: .selection)
        case .saveOriginals:
            Entry(
                "Save _Originals…", .at(.listPage, "<Control>s"), need: .meant,
                help: "the selected photos, or the focused row, unchanged")
        case .exportPhotos:
            Entry(
                "_Export Photos…", .at(.listPage, "<Control><Shift>e"), need: .meant,
                help: "the same photos, rotated and filtered as shown")

        case .next: Entry("_Next Photo", .page("Page_Down", "n", "space", other: "KP_Page_Down"), need: .nextPhoto)
        case .previous: Entry("_Previous Photo", .page("Page_Up", "p", other: "KP_Page_Up"), need: .previousPhoto)
        case .back:
            Entry("_Back to the List", .page("Escape", "<Alt>Left", "BackSpace", other: "Back"), need: .page)
        case .details: Entry("_Details Sidebar", .page("F9", "i"), need: .page)
        case .detailsHere:
            Entry("Details _Over the Photo", .page("<Alt>Return", other: "<Alt>KP_Enter"), need: .page)
        case .detailsThere: Entry("D_etails", like: .detailsHere)
        case .photoMenu:
            Entry(
                "Photo _Menu", .page("Menu", "<Shift>F10"), need: .page, help: "same as a right click or a long press")
        case .fullscreen: Entry("_Fullscreen", .page("F11", "f"), need: .page)
        case .zoomIn:
            Entry("Zoom _In", .page("plus", "equal", other: "KP_Add", "<Control>plus", "<Control>equal"), need: .page)
        case .zoomOut: Entry("Zoom _Out", .page("minus", other: "KP_Subtract", "<Control>minus"), need: .page)
        case .zoomFit: Entry("Fit to _Window", .page("0", other: "KP_0", "<Control>0"), need: .page)
        case .zoomFill: Entry("Fi_ll the Window", .page("2", other: "KP_2", "<Control>2"), need: .page)
        case .zoomOriginal: Entry("Origi_nal Size", .page("1", other: "KP_1", "<Control>1"), need: .page)
        case .zoomToggle: Entry("Original Size or _Fit", .page("z"), need: .page)
        case .turnRight: Entry("Rotate _Right", .page("r"), need: .page)
        case .turnLeft: Entry("Rotate L_eft", .page("<Shift>r"), need: .page)
        case .mirror: Entry("Flip _Horizontally", .page("h"), need: .page)
        case .upsideDown: Entry("Flip _Vertically", .page("v"), need: .page)
        case .filters:
            Entry("Fil_ters", .page("e", other: "<Control>e"), need: .page, help: "preview each, and set its amount")
        case .showOriginal: Entry("Show Ori_ginal", .page("o"), need: .page, help: "while the key is held")
        case .compare: Entry("_Compare Side by Side", .page("c"), need: .page)
        case .filterAll: Entry("_Apply Filter to All", .page("<Shift>e"), need: .page)
        case .saveOriginal: Entry("_Save Original…", .page("<Control>s"), need: .page)
        case .export: Entry("E_xport…", .page("<Control><Shift>e"), need: .page)

        case .copyPicture:
            Entry("Copy _Picture", .at(.listPage, "<Control><Alt>c"), .page("<Control>c"), need: .onePhoto)
        case .copyAddress: Entry("Copy A_ddress", .page("<Control><Shift>c"), need: .onePhoto)
        case .openWith:
            Entry(
                "Open _With…", .at(.listPage, "<Control>Return", other: "<Control>KP_Enter"),
                .page("<Control>Return", other: "<Control>KP_Enter"), need: .oneOrFiles)
        case .openAddress:
            Entry("Open in _Browser", .at(.listPage, "<Control>b"), .page("<Control>b"), need: .oneAddress)
        case .showInFiles:
            Entry("Show in _Files", .at(.listPage, "<Control><Alt>o"), .page("<Control><Alt>o"), need: .files)
        case .print: Entry("P_rint…", .at(.listPage, "<Control>p"), .page("<Control>p"), need: .onePhoto)
        case .setWallpaper:
            Entry("Set as Wa_llpaper", .at(.listPage, "<Control>F8"), .page("<Control>F8"), need: .onePhoto)
        // Only in the rows: a key meant for a button must not move anything to the trash.
        case .trash:
            Entry(
                "Move to _Trash", .at(.rows, "Delete", other: "KP_Delete"), .page("Delete", other: "KP_Delete"),
                need: .files)
        // Even if no row is left.
        case .undo: Entry("_Undo", .at(.window, "<Control>z"), need: .trashed)

        case .slideshow:
            Entry(
                "Slideshow", .everywhere("<Shift>F5"), need: .photos,
                help: "of the selected photos, or of all; press again to end it")
        case .slideshowPause: Entry("Slideshow", .at(.slideshow, "space"), need: .photos)
        case .slideshowBegin: Entry("_Start", need: .noSlideshow, like: .slideshow)
        case .slideshowHold:
            Entry("_Pause", need: .slideshowGoesOn, help: "press again to continue", like: .slideshowPause)
        case .slideshowGoOn: Entry("_Continue", need: .slideshowIsPaused, like: .slideshowPause)
        case .slideshowEnd: Entry("_End", .at(.slideshow, "Escape"), need: .slideshow, help: "the slideshow")
        case .slideshowInterval: Entry("Time per Photo")
        case .slideshowRandom: Entry("In _Random Order")
        case .slideshowLoop: Entry("L_oop")
        case .slideshowFade: Entry("_Fade")
        }
    }
}
