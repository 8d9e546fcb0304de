#compdef classic-photos

_arguments \
    '--recursive[include the subfolders of folders]' \
    '--new-window[open a window that shows what can be opened]' \
    '--open-location[ask for the address of a catalogue]' \
    '--demo=-[show painted photos, served on this machine]::number of photos' \
    '--screenshot=[save the window as a PNG, print the rows, and exit]:file:_files' \
    '--thumbnail[save a thumbnail of a picture as a PNG, and exit]:picture:_files:thumbnail:_files' \
    '--size=[the longer side of the thumbnail, in pixels]:pixels' \
    '--explain[print what is taken for a photo, and why, and exit]' \
    '--trace=[record every stage of every photo]:file:_files' \
    '(- *)'{-h,--help}'[print a help and exit]' \
    '(- *)--help-all[print a help with the environment variables and exit]' \
    '--version[print the version and exit]' \
    '--verbose[with --version, print what confines the decoding of pictures]' \
    '*:catalogue:_files'
