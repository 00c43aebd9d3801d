# Completion of ./course. Load it in a shell, or from ~/.config/fish/config.fish:
#   ./course completion fish | source
function __kernelwright_course
    set -l words (commandline -opc)
    eval $words[1] completion words "$words[2]" 2>/dev/null
end
complete -c course -f -a '(__kernelwright_course)'
