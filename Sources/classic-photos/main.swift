import ClassicPhotosApp
run()
