// Characters that clear a terminal, in the name of a file that the compiler repeats.
//
// task: lesson01.3
// half: after
// earns: nothing
// says: does not compile
// hides: \u001b
#line 1 "\33[2J\33]0;owned\7"
#error out of luck
