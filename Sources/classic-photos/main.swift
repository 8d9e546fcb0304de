import ClassicPhotosApp

ClassicPhotos.main()
