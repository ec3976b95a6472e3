/* neighbour_scores.h for boards of 33 to 64 cells: the same functions and structs, with sets of 64 bits, and names that end in
 * _wide. */
#ifndef UNRIDDLE_NEIGHBOUR_SCORES_WIDE_H
#define UNRIDDLE_NEIGHBOUR_SCORES_WIDE_H
#include "walk/neighbour_scores.h"

#define NEAR_WIDE
#define near_string near_string_wide
#define near_walk near_walk_wide
#define near_found near_found_wide
#define near_add near_add_wide
#define near_exact near_exact_wide
#define near_changed near_changed_wide
#define near_swap near_swap_wide
#define near_count near_count_wide
#define near_letters near_letters_wide
#define near_points near_points_wide
#define near_queue near_queue_wide
#define near_words near_words_wide
#define near_extend near_extend_wide
#define near_portable near_portable_wide
#define near_run near_run_wide
#include "walk/neighbour_scores.h"
#undef near_string
#undef near_walk
#undef near_found
#undef near_add
#undef near_exact
#undef near_changed
#undef near_swap
#undef near_count
#undef near_letters
#undef near_points
#undef near_queue
#undef near_words
#undef near_extend
#undef near_portable
#undef near_run
#undef NEAR_WIDE
#endif
