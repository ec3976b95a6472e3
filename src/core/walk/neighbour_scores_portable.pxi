include "core/walk/neighbour_scores_scalar.pxi"
