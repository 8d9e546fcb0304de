import ClassicPhotosApp

exit(ClassicPhotos.run(CommandLine.arguments))
