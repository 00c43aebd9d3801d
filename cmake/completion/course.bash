# Completion of ./course. Load it in a shell, or from ~/.bashrc:
#   source <(./course completion bash)
_kernelwright_course() {
  local word=${COMP_WORDS[COMP_CWORD]} program=${COMP_WORDS[0]/#\~/$HOME} verb=
  [[ $COMP_CWORD -gt 1 ]] && verb=${COMP_WORDS[1]}
  mapfile -t COMPREPLY < <(compgen -W "$("$program" completion words "$verb" 2>/dev/null)" -- "$word")
}
complete -o default -F _kernelwright_course course ./course
