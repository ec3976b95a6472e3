/* Asks for a cache line ahead of its use; nothing where the compiler has no word for it. */
#ifndef UNRIDDLE_PATH_COUNT_H
#define UNRIDDLE_PATH_COUNT_H

#if defined(__GNUC__) || defined(__clang__)
#define path_count_prefetch(address) __builtin_prefetch((address), 1, 1)
#else
#define path_count_prefetch(address) ((void)(address))
#endif

#endif
