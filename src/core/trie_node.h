/* The node of the trie, for all who walk it: trie.pxd draws it, and says what the fields mean. */
#ifndef UNRIDDLE_TRIE_NODE_H
#define UNRIDDLE_TRIE_NODE_H
#include <stddef.h>
#include <stdint.h>

typedef struct { uint32_t inner, words, child, word; } narrow_node;         /* up to 32 letters */
typedef struct { uint64_t inner, words; uint32_t child, word; } wide_node;  /* up to 63 letters */

/* Both are rows of an array of 32-bit words, which is what a trie is saved as: nothing may stand between. */
#define TRIE_ASSERT(what, held) typedef char trie_assert_##what[(held) ? 1 : -1]
TRIE_ASSERT(narrow_size, sizeof(narrow_node) == 4 * sizeof(uint32_t));
TRIE_ASSERT(narrow_inner, offsetof(narrow_node, inner) == 0);
TRIE_ASSERT(narrow_words, offsetof(narrow_node, words) == 4);
TRIE_ASSERT(narrow_child, offsetof(narrow_node, child) == 8);
TRIE_ASSERT(narrow_word, offsetof(narrow_node, word) == 12);
TRIE_ASSERT(wide_size, sizeof(wide_node) == 6 * sizeof(uint32_t));
TRIE_ASSERT(wide_inner, offsetof(wide_node, inner) == 0);
TRIE_ASSERT(wide_words, offsetof(wide_node, words) == 8);
TRIE_ASSERT(wide_child, offsetof(wide_node, child) == 16);
TRIE_ASSERT(wide_word, offsetof(wide_node, word) == 20);
#undef TRIE_ASSERT

#endif
