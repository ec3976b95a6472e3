/* Ask for a cache line ahead of its use. https://gcc.gnu.org/onlinedocs/gcc/Other-Builtins.html */
#ifndef UNRIDDLE_PREFETCH_H
#define UNRIDDLE_PREFETCH_H

#if defined(_MSC_VER) && !defined(__clang__)
#define prefetch_line(address) ((void)(address))
#else
#define prefetch_line(address) __builtin_prefetch(address)
#endif

#endif
