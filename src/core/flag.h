/* What one thread writes and another reads while it works: a flag, and how far a search has come.
   https://gcc.gnu.org/onlinedocs/gcc/_005f_005fatomic-Builtins.html */
#ifndef UNRIDDLE_FLAG_H
#define UNRIDDLE_FLAG_H
#include <stdint.h>
#include "compiler.h"

/* Release store; pairs with `load_acquire`: a reader of the count sees what was written before it. */
#if COMPILER_GNU
static inline void flag_set(volatile int *flag) { __atomic_store_n(flag, 1, __ATOMIC_RELAXED); }
static inline int flag_is_set(const volatile int *flag) { return __atomic_load_n(flag, __ATOMIC_RELAXED); }
static inline void store_release(int64_t *at, int64_t n) { __atomic_store_n(at, n, __ATOMIC_RELEASE); }
static inline int64_t load_acquire(const int64_t *at) { return __atomic_load_n(at, __ATOMIC_ACQUIRE); }
#else /* MSVC: a volatile access orders what stands around it on x86-64; elsewhere it needs /volatile:ms */
static inline void flag_set(volatile int *flag) { *flag = 1; }
static inline int flag_is_set(const volatile int *flag) { return *flag; }
static inline void store_release(int64_t *at, int64_t n) { *(volatile int64_t *)at = n; }
static inline int64_t load_acquire(const int64_t *at) { return *(const volatile int64_t *)at; }
#endif

#endif
