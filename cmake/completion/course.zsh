# Completion of ./course. Load it in a shell, or from ~/.zshrc after `compinit`:
#   source <(./course completion zsh)
_kernelwright_course() {
  local verb=
  (( CURRENT > 2 )) && verb=$words[2]
  local -a candidates
  candidates=(${(f)"$(${(Q)~words[1]} completion words "$verb" 2>/dev/null)"})
  (( $#candidates )) && compadd -- $candidates || _files
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
compdef _kernelwright_course course ./course
