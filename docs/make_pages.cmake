# cmake -DROOT= -DOUTPUT= -DDOXYGEN= -P make_pages.cmake
# Writes what Doxygen needs and no one should write by hand: a page for each lesson out of its
# README.md, and this Doxygen's own page header with the theme's scripts in it.
cmake_minimum_required(VERSION 3.25)

function(kw_write output text)
  set(old "")
  if(EXISTS ${output})
    file(READ ${output} old)
  endif()
  if(NOT old STREQUAL text)
    file(WRITE ${output} "${text}")
  endif()
endfunction()

# README.md is written for a reader on the web as well, so it has no Doxygen commands: links between
# lessons become references, figures become part of the page (so that they follow light and dark), and folded
# hints become HTML that Doxygen passes through.
function(kw_lesson_page readme)
  file(READ ${readme} text)
  string(REGEX REPLACE ".*/([0-9][0-9])_[a-z_]+/README.md" "\\1" number ${readme})
  string(REGEX REPLACE "^# ([^\n]*)\n" "# \\1 {#lesson${number}}\n\n\\\\tableofcontents\n" text "${text}")
  string(REGEX REPLACE "\\]\\(\\.\\./([0-9][0-9])_[a-z_0-9]+/README\\.md\\)" "](@ref lesson\\1)"
    text "${text}")
  string(REGEX REPLACE "!\\[[^]\n]*\\]\\((\\.\\./)*docs/images/([a-z_]+[.]svg)\\)" "\\\\htmlinclude \\2"
    text "${text}")
  string(REGEX REPLACE "<details><summary>([^\n]*)</summary>"
    "\\\\htmlonly<details><summary>\\1</summary><div>\\\\endhtmlonly" text "${text}")
  string(REPLACE "</details>" "\\htmlonly</div></details>\\endhtmlonly" text "${text}")
  kw_write(${OUTPUT}/pages/lesson${number}.md "${text}")
  string(REGEX MATCH "^# [^:\n]*: ([^\n{]*[^\n{ ])" title "${text}")
  string(APPEND lesson_tabs "      <tab type=\"user\" visible=\"yes\" "
    "title=\"${number} ${CMAKE_MATCH_1}\" url=\"@ref lesson${number}\"/>\n")
  set(lesson_tabs "${lesson_tabs}" PARENT_SCOPE)
endfunction()

set(lesson_tabs "")
file(GLOB readmes ${ROOT}/lessons/*/README.md)
foreach(readme IN LISTS readmes)
  kw_lesson_page(${readme})
endforeach()

file(READ ${ROOT}/docs/measurements.md text)
string(REGEX REPLACE "^# ([^\n]*)\n" "# \\1 {#measurements}\n\n\\\\tableofcontents\n" text "${text}")
string(REPLACE "[docs/pages/reading_benchmarks.md](pages/reading_benchmarks.md)" "@ref reading_benchmarks"
  text "${text}")
kw_write(${OUTPUT}/pages/measurements.md "${text}")

execute_process(COMMAND ${DOXYGEN} -w html ${OUTPUT}/default.html ${OUTPUT}/unused.html
  ${OUTPUT}/unused.css COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
file(READ ${OUTPUT}/default.html header)
file(READ ${ROOT}/docs/theme/scripts.html scripts)
string(REPLACE "$extrastylesheet" "$extrastylesheet\n${scripts}" header "${header}")
kw_write(${OUTPUT}/header.html "${header}")

file(READ ${ROOT}/docs/theme/layout.xml.in layout)
string(REPLACE "@LESSON_TABS@" "${lesson_tabs}" layout "${layout}")
kw_write(${OUTPUT}/layout.xml "${layout}")
