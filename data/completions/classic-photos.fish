# fish completion for classic-photos

complete -c classic-photos -l recursive -d 'Include the subfolders of folders'
complete -c classic-photos -l new-window -d 'Open a window that shows what can be opened'
complete -c classic-photos -l open-location -d 'Ask for the address of a catalogue'
complete -c classic-photos -l demo -d 'Show painted photos, served on this machine'
complete -c classic-photos -l screenshot -r -F -d 'Save the window as a PNG, print the rows, and exit'
complete -c classic-photos -l thumbnail -r -F -d 'Save a thumbnail of a picture as a PNG, and exit'
complete -c classic-photos -l size -x -d 'The longer side of the thumbnail, in pixels'
complete -c classic-photos -l trace -r -F -d 'Record every stage of every photo'
complete -c classic-photos -s h -l help -d 'Print a help and exit'
complete -c classic-photos -l help-all -d 'Print a help with the environment variables and exit'
complete -c classic-photos -l version -d 'Print the version and exit'
complete -c classic-photos -l verbose -d 'With --version, print what confines the decoding of pictures'
