import PhotoCore

/// The table of commands: names, keys, and when they are available.
///
/// Commands that other programs also have use the same keys: those of GNOME's viewer and file manager first.
extension Command {
    var entry: Entry {
        switch self {
        case .newWindow: Entry(localized("_New Window"), .everywhere("<Control>n"))
        case .close: Entry(localized("_Close Window"), .everywhere("<Control>w"))
        case .quit: Entry(localized("_Quit"), .everywhere("<Control>q"))
        case .clearCache: Entry(localized("_Clear Cache…"))
        case .clearRecent: Entry(localized("Clear _Recent Catalogues…"))
        case .forgetPasswords: Entry(localized("_Forget Passwords…"))
        case .preferences: Entry(localized("Preferen_ces"), .everywhere("<Control>comma"))
        // Its letters are taken in the menu.
        case .inspector: Entry(localized("Inspector"), .everywhere("<Control><Shift>i"))
        case .shortcuts: Entry(localized("_Keyboard Shortcuts"), .everywhere("<Control>question"))
        case .help: Entry(localized("H_elp"), .everywhere("F1"))
        case .about: Entry(localized("_About Classic Photos"))

        case .openLocation: Entry(localized("Open _Location…"), .everywhere("<Control>l"))
        case .openLibrary: Entry(localized("Open Li_brary…"), .everywhere("<Control><Shift>l"))
        case .sidebar: Entry(localized("S_idebar"), .at(.listPage, "F9"), need: .sidebar, title: localized("Sidebar"))
        case .libraryAll: Entry(localized("_All Photos"), need: .library)
        case .libraryFavourites: Entry(localized("_Favourites"), need: .library)
        case .libraryAlbums: Entry(localized("Al_bums"), need: .library)
        case .libraryPeople: Entry(localized("_People"), need: .library)
        case .libraryPlaces: Entry(localized("P_laces"), need: .library)
        case .libraryFolders: Entry(localized("Fol_ders"), need: .library)
        case .librarySearch: Entry(localized("_Search on the Server"), need: .serverSearch)
        case .openFile: Entry(localized("Open _File…"), .everywhere("<Control>o"))
        case .openFolder: Entry(localized("Open Fold_er…"), .everywhere("<Control><Shift>o"))
        case .showDemo: Entry(localized("Show the De_mo"))
        case .reload: Entry(localized("_Reload"), .everywhere("<Control>r", "F5"), need: .catalogue)
        case .cancelLoading: Entry(localized("Cancel Loading"))
        case .folderBack:
            Entry(
                localized("_Back"), .at(.listPage, "<Alt>Left", other: "Back"), need: .folderTrail,
                help: "to the list from which a folder was opened")
        case .retryAll: Entry(localized("_Retry All Failed"), .everywhere("<Control><Shift>r"), need: .failures)
        case .saveCatalogue:
            Entry(
                localized("Save Catalog_ue As…"), .everywhere("<Control><Shift>s"), need: .list,
                title: localized("Save As"),
                help: "the catalogue")

        case .openPhoto:
            Entry(localized("_Open Photo"), .at(.rowsOfGTK, "Return"), need: .list, title: localized("Open Photo"))
        case .rowMenu:
            Entry(
                localized("Row Menu"), .at(.rows, "Menu", "<Shift>F10"), help: "same as a right click or a long press")
        case .find: Entry(localized("Fin_d…"), .everywhere("<Control>f"), need: .list)
        case .search: Entry(localized("Search"), need: .list)
        case .stopFinding: Entry(localized("Close Search"), .at(.rows, "Escape"), need: .list)
        case .goTo: Entry(localized("_Go To…"), .everywhere("<Control>g"), need: .list, help: "a row or a name")
        case .sort: Entry(localized("_Sort"))
        case .filter: Entry(localized("Filter"))
        case .undoFilterAll: Entry(localized("Undo"))
        case .view: Entry(localized("_View"), need: .list)
        case .viewList: Entry(localized("_List"), .everywhere("<Control>1", other: "<Control>KP_1"), need: .list)
        case .viewGrid: Entry(localized("_Grid"), .everywhere("<Control>2", other: "<Control>KP_2"), need: .list)
        case .viewTimeline:
            Entry(localized("_Timeline"), .everywhere("<Control>3", other: "<Control>KP_3"), need: .list)
        case .timelineOldest: Entry(localized("_Oldest First"), need: .timeline)
        case .timelineSquares: Entry(localized("S_quare Photos"), need: .timeline)
        case .grid: Entry(localized("Grid"), need: .list)
        case .gridLarger:
            Entry(
                localized("L_arger Pictures"), .everywhere("<Control>plus", other: "<Control>equal", "<Control>KP_Add"),
                need: .largerGrid)
        case .gridSmaller:
            Entry(
                localized("_Smaller Pictures"), .everywhere("<Control>minus", other: "<Control>KP_Subtract"),
                need: .smallerGrid)
        case .gridReset:
            Entry(localized("_Normal Size"), .everywhere("<Control>0", other: "<Control>KP_0"), need: .unusualGrid)
        case .selectSeveral: Entry(localized("Select Se_veral"), need: .list)
        // GTK handles both itself, in lists and in text fields; the latter does not work on every keyboard. The
        // first is the timeline's own.
        case .selectAll: Entry(localized("Select _All"), .at(.rowsOfGTK, "<Control>a"))
        case .selectNone: Entry(localized("Select _None"), .at(.rows, "<Control><Shift>a"), need: .selection)
        case .invertSelection: Entry(localized("_Invert Selection"), .at(.listPage, "<Control>i"))
        case .copyNames: Entry(localized("_Copy Names"), .at(.listPage, "<Control>c"), need: .meant)
        case .copyAddresses: Entry(localized("Copy A_ddresses"), .at(.listPage, "<Control><Shift>c"), need: .meant)
        case .saveSelection: Entry(localized("_Save Selection As…"), need: .selection)
        case .saveOriginals:
            Entry(
                localized("Save _Originals…"), .at(.listPage, "<Control>s"), need: .meant,
                help: "the selected photos, or the focused row, unchanged")
        case .exportPhotos:
            Entry(
                localized("_Export Photos…"), .at(.listPage, "<Control><Shift>e"), need: .meant,
                help: "the same photos, rotated and filtered as shown")

        case .next:
            Entry(localized("_Next Photo"), .page("Page_Down", "n", "space", other: "KP_Page_Down"), need: .nextPhoto)
        case .previous:
            Entry(localized("_Previous Photo"), .page("Page_Up", "p", other: "KP_Page_Up"), need: .previousPhoto)
        case .back:
            Entry(localized("_Back to the List"), .page("Escape", "<Alt>Left", "BackSpace", other: "Back"), need: .page)
        case .details: Entry(localized("_Details Sidebar"), .page("F9", "i"), need: .page)
        case .detailsHere:
            Entry(localized("Details _Over the Photo"), .page("<Alt>Return", other: "<Alt>KP_Enter"), need: .page)
        case .detailsThere: Entry(localized("D_etails"), like: .detailsHere)
        case .photoMenu:
            Entry(
                localized("Photo _Menu"), .page("Menu", "<Shift>F10"), need: .page,
                help: "same as a right click or a long press")
        case .strip:
            Entry(localized("Th_umbnails"), .page("F4"), need: .page, help: "of the photos before and after this one")
        case .fullscreen: Entry(localized("_Fullscreen"), .page("F11", "f"), need: .page)
        case .zoomIn:
            Entry(
                localized("Zoom _In"), .page("plus", "equal", other: "KP_Add", "<Control>plus", "<Control>equal"),
                need: .page)
        case .zoomOut:
            Entry(localized("Zoom _Out"), .page("minus", other: "KP_Subtract", "<Control>minus"), need: .page)
        case .zoomFit: Entry(localized("Fit to _Window"), .page("0", other: "KP_0", "<Control>0"), need: .page)
        case .zoomFill: Entry(localized("Fi_ll the Window"), .page("2", other: "KP_2", "<Control>2"), need: .page)
        case .zoomOriginal: Entry(localized("Origi_nal Size"), .page("1", other: "KP_1", "<Control>1"), need: .page)
        case .zoomToggle: Entry(localized("Original Size or _Fit"), .page("z"), need: .page)
        case .turnRight: Entry(localized("Rotate _Right"), .page("r"), need: .page)
        case .turnLeft: Entry(localized("Rotate L_eft"), .page("<Shift>r"), need: .page)
        case .mirror: Entry(localized("Flip _Horizontally"), .page("h"), need: .page)
        case .upsideDown: Entry(localized("Flip _Vertically"), .page("v"), need: .page)
        case .filters:
            Entry(
                localized("Fil_ters"), .page("e", other: "<Control>e"), need: .page,
                help: "preview each, and set its amount")
        case .showOriginal: Entry(localized("Show Ori_ginal"), .page("o"), need: .page, help: "while the key is held")
        case .compare: Entry(localized("_Compare Side by Side"), .page("c"), need: .page)
        case .filterAll: Entry(localized("_Apply Filter to All"), .page("<Shift>e"), need: .page)
        case .saveOriginal: Entry(localized("_Save Original…"), .page("<Control>s"), need: .page)
        case .export: Entry(localized("E_xport…"), .page("<Control><Shift>e"), need: .page)

        case .copyPicture:
            Entry(localized("Copy _Picture"), .at(.listPage, "<Control><Alt>c"), .page("<Control>c"), need: .onePhoto)
        case .copyAddress: Entry(localized("Copy A_ddress"), .page("<Control><Shift>c"), need: .onePhoto)
        case .openWith:
            Entry(
                localized("Open _With…"), .at(.listPage, "<Control>Return", other: "<Control>KP_Enter"),
                .page("<Control>Return", other: "<Control>KP_Enter"), need: .oneOrFiles)
        case .openAddress:
            Entry(localized("Open in _Browser"), .at(.listPage, "<Control>b"), .page("<Control>b"), need: .oneAddress)
        case .playVideo:
            Entry(
                localized("Play _Video"), .page("Return", other: "KP_Enter"), need: .video,
                help: "in the player of the desktop, also one that belongs to a photo")
        case .showInFiles:
            Entry(
                localized("Show in _Files"), .at(.listPage, "<Control><Alt>o"), .page("<Control><Alt>o"), need: .files)
        case .print: Entry(localized("P_rint…"), .at(.listPage, "<Control>p"), .page("<Control>p"), need: .onePhoto)
        case .setWallpaper:
            Entry(localized("Set as Wa_llpaper"), .at(.listPage, "<Control>F8"), .page("<Control>F8"), need: .onePhoto)
        // Only in the rows: a key meant for a button must not move anything to the trash.
        case .trash:
            Entry(
                localized("Move to _Trash"), .at(.rows, "Delete", other: "KP_Delete"),
                .page("Delete", other: "KP_Delete"),
                need: .files)
        // Even if no row is left.
        case .undo: Entry(localized("_Undo"), .at(.window, "<Control>z"), need: .trashed)

        case .slideshow:
            Entry(
                localized("Slideshow"), .everywhere("<Shift>F5"), need: .photos,
                help: "of the selected photos, or of all; press again to end it")
        case .slideshowPause: Entry(localized("Slideshow"), .at(.slideshow, "space"), need: .photos)
        case .slideshowBegin: Entry(localized("_Start"), need: .noSlideshow, like: .slideshow)
        case .slideshowHold:
            Entry(localized("_Pause"), need: .slideshowGoesOn, help: "press again to continue", like: .slideshowPause)
        case .slideshowGoOn: Entry(localized("_Continue"), need: .slideshowIsPaused, like: .slideshowPause)
        case .slideshowEnd: Entry(localized("_End"), .at(.slideshow, "Escape"), need: .slideshow, help: "the slideshow")
        case .slideshowInterval: Entry(localized("Time per Photo"))
        case .slideshowRandom: Entry(localized("In _Random Order"))
        case .slideshowLoop: Entry(localized("L_oop"))
        case .slideshowFade: Entry(localized("_Fade"))
        }
    }
}
