/* Large tables that are read here and there: fetched ahead of use, on large pages where the system has them.
   https://gcc.gnu.org/onlinedocs/gcc/Other-Builtins.html, madvise(2). */
#ifndef UNRIDDLE_MEMORY_H
#define UNRIDDLE_MEMORY_H
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "compiler.h"

#if defined(__linux__)
#include <sys/mman.h>
#endif

/* Return `size` bytes of zeros, to be given back with free(), or NULL. */
static inline void *zeroed_table(size_t size) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    const size_t page = (size_t)1 << 21, longest_cleared = (size_t)1 << 25;
    if (size > longest_cleared) { /* fresh from the system, and cleared page by page when they are first used */
        char *table = calloc(size, 1);
        if (table != NULL) {
            char *first = (char *)(((uintptr_t)table + page - 1) & ~(uintptr_t)(page - 1));
            (void)madvise(first, (size_t)(table + size - first) & ~(page - 1), MADV_HUGEPAGE); /* advice */
        }
        return table;
    }
    if (size >= 2 * page) {
        void *table = NULL;
        if (posix_memalign(&table, page, size) != 0)
            return NULL;
        (void)madvise(table, size, MADV_HUGEPAGE);
        return memset(table, 0, size);
    }
#endif
    return calloc(size ? size : 1, 1);
}

#endif
