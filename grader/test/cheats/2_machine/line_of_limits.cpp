// The same with the name of the program that sets the limits.
//
// task: lesson01.3
// half: before
// earns: nothing
// says: does not compile
#line 1 "prlimit: failed to set"
int broken = "a text";
