/* A flag that one thread sets and another reads while it works.
   https://gcc.gnu.org/onlinedocs/gcc/_005f_005fatomic-Builtins.html */
#ifndef UNRIDDLE_FLAG_H
#define UNRIDDLE_FLAG_H

#if defined(_MSC_VER) && !defined(__clang__)
static inline void flag_set(volatile int *flag) { *flag = 1; }
static inline int flag_is_set(const volatile int *flag) { return *flag; }
#else
static inline void flag_set(volatile int *flag) { __atomic_store_n(flag, 1, __ATOMIC_RELAXED); }
static inline int flag_is_set(const volatile int *flag) { return __atomic_load_n(flag, __ATOMIC_RELAXED); }
#endif

#endif
