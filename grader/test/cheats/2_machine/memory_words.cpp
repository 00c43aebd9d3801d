// An #error that talks of memory: the message must blame the file's own line, not a template.
//
// task: lesson01.3
// half: before
// earns: nothing
// says: Cannot allocate memory
// hides: does a template call itself
#error virtual memory exhausted: Cannot allocate memory
