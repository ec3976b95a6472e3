include "core/walk/boggle_neighbours_scalar.pxi"
