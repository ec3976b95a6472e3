# The named vectors of lanes.h, as wide as the path has them that a module is compiled for: NAME_paths.pxi uses them.
from libc.stdint cimport int64_t, uint32_t

cdef extern from "lanes.h" nogil:
    enum:
        PATH_LANES    # numbers of a vector: a group of eight for each item
        PATH_VECTORS  # whether the path has vectors: else what is written in them is not to be called
    ctypedef struct lanes "PATH_VECTOR":
        pass
    ctypedef struct lane_mask "PATH(mask)":
        pass
    ctypedef struct lane_order "PATH(order)":
        pass
    void lanes_prepare() noexcept

    lanes lanes_all "PATH(all)"(uint32_t x) noexcept
    lanes lanes_load "PATH(load)"(const void* at) noexcept
    lanes lanes_and "PATH(and)"(lanes a, lanes b) noexcept
    lanes lanes_or "PATH(or)"(lanes a, lanes b) noexcept
    lanes lanes_add "PATH(add)"(lanes a, lanes b) noexcept
    lanes lanes_sub "PATH(sub)"(lanes a, lanes b) noexcept
    lanes lanes_popcount "PATH(popcount)"(lanes a) noexcept

    # a in the first group, b in the second if there is one.
    lanes lanes_pair "PATH(pair)"(uint32_t a, uint32_t b) noexcept
    lanes lanes_load_pair "PATH(load_pair)"(const void* a, const void* b) noexcept
    lanes lanes_around "PATH(around)"(const uint32_t* a, const uint32_t* b, int64_t stride) noexcept
    lane_mask lane_mask_of "PATH(mask_of)"(uint32_t a, uint32_t b) noexcept

    # Lanes of a mask where two have no bit in common, and where they have one.
    lane_mask lanes_part "PATH(part_in)"(lane_mask m, lanes a, lanes b) noexcept
    lane_mask lanes_meet "PATH(meet_in)"(lane_mask m, lanes a, lanes b) noexcept
    uint32_t lane_bits "PATH(bits)"(lane_mask m) noexcept
    lane_order lane_order_of "PATH(order_of)"(lane_mask m) noexcept
    void lanes_pack "PATH(pack)"(void* at, lane_order m, lanes a) noexcept
    void lanes_pack_pair "PATH(pack_pair)"(void* at, lane_order m, uint32_t a, uint32_t b) noexcept
