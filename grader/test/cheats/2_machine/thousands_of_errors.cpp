// A hundred thousand errors of the compiler, each with a long text.
//
// task: lesson01.3
// half: after
// earns: nothing
// says: does not compile
#define A(x) int x = "a text that is no number, a text that is no number";
#define B(x) A(x##0) A(x##1) A(x##2) A(x##3) A(x##4) A(x##5) A(x##6) A(x##7) A(x##8) A(x##9)
#define C(x) B(x##0) B(x##1) B(x##2) B(x##3) B(x##4) B(x##5) B(x##6) B(x##7) B(x##8) B(x##9)
#define D(x) C(x##0) C(x##1) C(x##2) C(x##3) C(x##4) C(x##5) C(x##6) C(x##7) C(x##8) C(x##9)
#define E(x) D(x##0) D(x##1) D(x##2) D(x##3) D(x##4) D(x##5) D(x##6) D(x##7) D(x##8) D(x##9)
E(a0) E(a1) E(a2) E(a3) E(a4) E(a5) E(a6) E(a7) E(a8) E(a9)
