# bash completion for classic-photos

_classic_photos() {
    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    compopt -o filenames
    case $previous in
    --screenshot | --thumbnail | --trace)
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        return
        ;;
    esac
    case $word in
    -*)
        compopt +o filenames
        mapfile -t COMPREPLY < <(compgen -W '--recursive --new-window --open-location --demo --screenshot --thumbnail
            --size --explain --trace -h --help --help-all --version --verbose' -- "$word")
        ;;
    *) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
    esac
} && complete -F _classic_photos classic-photos
