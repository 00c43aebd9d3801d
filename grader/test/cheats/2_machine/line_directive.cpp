// A #line directive makes the compiler begin its output as the sandbox would: the grader must not
// take a student's text for the machine's.
//
// task: lesson01.3
// half: before
// earns: nothing
// says: does not compile
#line 1 "bwrap: no space left"
#error out of luck
