/* What each compiler says in its own way: the only header with words that plain C does not have.
 *
 *   COMPILER_GNU   GCC and Clang, clang-cl among them: vector types, functions for other processors
 *   COMPILER_MSVC  Microsoft's own
 *
 * Any other, or any of these with UNRIDDLE_PLAIN_C defined, takes plain C11: answers are the same, on the portable path.
 * https://gcc.gnu.org/onlinedocs/gcc/C-Extensions.html, https://learn.microsoft.com/cpp/intrinsics/ */
#ifndef UNRIDDLE_COMPILER_H
#define UNRIDDLE_COMPILER_H

#if defined(UNRIDDLE_PLAIN_C)
#define COMPILER_GNU 0
#define COMPILER_MSVC 0
#elif defined(__GNUC__) || defined(__clang__)
#define COMPILER_GNU 1
#define COMPILER_MSVC 0
#elif defined(_MSC_VER)
#define COMPILER_GNU 0
#define COMPILER_MSVC 1
#else
#define COMPILER_GNU 0
#define COMPILER_MSVC 0
#endif

#if COMPILER_GNU
#define INLINE_ALWAYS static inline __attribute__((always_inline)) /* part of each form that it is compiled for */
#define PROCEDURE(how) __attribute__((how)) void /* what a function in Cython returns: always_inline, noinline */
#define FOR_PROCESSOR(features) __attribute__((target(features)))
#define VECTOR_OF(bytes) __attribute__((vector_size(bytes), may_alias)) /* behind the name in a typedef */
#define prefetch_line(address) __builtin_prefetch(address)
#define prefetch_to_write(address) __builtin_prefetch((address), 1, 1)
#elif COMPILER_MSVC
#include <intrin.h>
#define INLINE_ALWAYS static __forceinline
#else
#define INLINE_ALWAYS static inline
#endif

#if !COMPILER_GNU
#define PROCEDURE(how) void
#define prefetch_line(address) ((void)(address))
#define prefetch_to_write(address) ((void)(address))
#endif

#endif
