# cmake -DGRADER=<program> -DROOT=<folder> -DBUILD=<folder> -DLESSON=<lesson01> -DCHECK=<id>
#   -DFIGURE=<docs/images/name.svg> [-DUPDATE=ON] -P check_figure.cmake
# A figure of a trace is what the solution's kernel really touches: drawn again, it is the same.
cmake_minimum_required(VERSION 3.25)

cmake_path(GET FIGURE FILENAME name)
set(drawn ${BUILD}/generated/figures/${name})
if(UPDATE)
  set(drawn ${ROOT}/${FIGURE})
endif()
execute_process(COMMAND ${GRADER} trace ${LESSON} ${CHECK} --tree solution --figure ${drawn}
  --source-dir ${ROOT} --build-dir ${BUILD} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${ROOT}/${FIGURE} ${drawn}
  RESULT_VARIABLE differs)
if(differs)
  message(FATAL_ERROR "${FIGURE} is not what the solution's kernel touches now. Draw it again:\n"
    "  ${GRADER} trace ${LESSON} ${CHECK} --tree solution --figure ${FIGURE}")
endif()
