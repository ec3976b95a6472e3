# The named vectors of lanes.h, as wide as the path has them that a module is compiled for: NAME_paths.pxi uses them.
from libc.stdint cimport int16_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef extern from "lanes.h" nogil:
    enum:
        PATH_LANES    # numbers of a vector
        PATH_VECTORS  # whether the path has vectors: else what is written in them is not to be called
        PATH_ROWS     # whether a row of bytes is better taken bit by bit than looked at one by one
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

    # Lanes of a mask where two have a bit in common.
    lane_mask lanes_meet "PATH(meet_in)"(lane_mask m, lanes a, lanes b) noexcept
    uint32_t lane_bits "PATH(bits)"(lane_mask m) noexcept
    lane_order lane_order_of "PATH(order_of)"(lane_mask m) noexcept
    void lanes_pack "PATH(pack)"(void* at, lane_order m, lanes a) noexcept

    # What AVX2 and AVX-512 alone have: for modules that are compiled for these. Shifts by 32 and more leave 0.
    lanes lanes_load_bytes "PATH(load_bytes)"(const uint8_t* at) noexcept
    void lanes_store "PATH(store)"(void* at, lanes a) noexcept
    lanes lanes_without "PATH(without)"(lanes a, lanes b) noexcept
    lanes lanes_xor "PATH(xor)"(lanes a, lanes b) noexcept
    lanes lanes_up "PATH(up)"(lanes a, int bits) noexcept
    lanes lanes_down "PATH(down)"(lanes a, int bits) noexcept
    lanes lanes_bit "PATH(bit)"(lanes place) noexcept
    lanes lanes_place "PATH(place)"(lanes a) noexcept  # of the only bit of each
    lanes lanes_up_by "PATH(up_by)"(lanes a, lanes bits) noexcept
    lanes lanes_down_by "PATH(down_by)"(lanes a, lanes bits) noexcept
    uint32_t lanes_sum "PATH(sum)"(lanes a) noexcept
    lanes lanes_of "PATH(of)"(lanes a, lanes lane) noexcept
    lanes lanes_gather "PATH(gather)"(const uint32_t* table, lanes at) noexcept
    lanes lanes_min "PATH(min)"(lanes a, lanes b) noexcept
    lane_mask lanes_part_all "PATH(part)"(lanes a, lanes b) noexcept
    lane_mask lanes_meet_all "PATH(meet)"(lanes a, lanes b) noexcept
    lanes lanes_count "PATH(count)"(lanes a, lane_mask m) noexcept
    uint32_t lane_number "PATH(number)"(lane_order m) noexcept
    uint32_t lanes_places "PATH(places)"(uint8_t* at, const lane_mask* masks) noexcept
    lane_mask lanes_first "PATH(first)"(uint32_t n) noexcept
    lane_mask lanes_same "PATH(same_in)"(lane_mask m, lanes a, lanes b) noexcept
    lane_mask lanes_except "PATH(except)"(lane_mask m, lane_mask n) noexcept
    lanes lanes_where "PATH(where)"(lane_mask m, lanes a) noexcept
    uint32_t lanes_any "PATH(any_in)"(lane_mask m, lanes a) noexcept
    ctypedef struct lanes_table "PATH(table)":  # of 16 * groups numbers
        pass
    lanes_table lanes_table_load "PATH(table_load)"(const void* at, int groups) noexcept
    lanes lanes_table_of "PATH(table_of)"(lanes_table table, lanes at, int groups) noexcept
    lanes lanes_lookup "PATH(lookup)"(const uint8_t* table, lanes at, int groups) noexcept
    void lanes_lookup_bytes "PATH(lookup_bytes)"(
        uint8_t* to, const uint8_t* table, const uint8_t* at, int groups) noexcept
    lanes lanes_lookup_row "PATH(lookup_row)"(const uint8_t* table, lanes row16, lanes place, int groups) noexcept
    void lanes_rows "PATH(rows)"(const void* rows, const uint32_t* at, uint32_t mask, lanes* out) noexcept

    # Sixteen bytes, on SSE4.1 and NEON: for modules of the portable path.
    const uint8_t lanes_packed[256][8]
    ctypedef struct sixteen_bytes "u8x16":
        pass
    sixteen_bytes bytes_all "u8x16_all"(uint8_t x) noexcept
    sixteen_bytes bytes_load "u8x16_load"(const void* at) noexcept
    sixteen_bytes bytes_load_16 "u8x16_load_16"(const void* at) noexcept
    sixteen_bytes bytes_load_8 "u8x16_load_8"(const void* at) noexcept
    void bytes_store "u8x16_store"(void* at, sixteen_bytes a) noexcept
    sixteen_bytes bytes_and "u8x16_and"(sixteen_bytes a, sixteen_bytes b) noexcept
    sixteen_bytes bytes_or "u8x16_or"(sixteen_bytes a, sixteen_bytes b) noexcept
    sixteen_bytes bytes_all_pairs "u8x16_all_pairs"(uint16_t x) noexcept
    sixteen_bytes bytes_add_pairs "u8x16_add_pairs"(sixteen_bytes a, sixteen_bytes b) noexcept
    sixteen_bytes bytes_eighth "u8x16_eighth"(sixteen_bytes a) noexcept
    sixteen_bytes bytes_below "u8x16_below"(sixteen_bytes a, uint8_t x) noexcept
    sixteen_bytes bytes_of "u8x16_of"(sixteen_bytes a, sixteen_bytes at) noexcept
    sixteen_bytes bytes_part "u8x16_part"(sixteen_bytes a, sixteen_bytes b) noexcept
    sixteen_bytes bytes_without "u8x16_without"(sixteen_bytes a, sixteen_bytes b) noexcept
    uint32_t bytes_bits "u8x16_bits"(sixteen_bytes a) noexcept

    # Eight numbers, and those of them that are meant, a bit each.
    ctypedef struct eight "PATH_EIGHT":
        pass
    ctypedef struct eight_order "EIGHT(order)":
        pass
    eight eight_all "EIGHT(all)"(uint32_t x) noexcept
    eight eight_load "EIGHT(load)"(const void* at) noexcept
    void eight_store "EIGHT(store)"(void* at, eight a) noexcept
    eight eight_and "EIGHT(and)"(eight a, eight b) noexcept
    eight eight_add "EIGHT(add)"(eight a, eight b) noexcept
    eight eight_sub "EIGHT(sub)"(eight a, eight b) noexcept
    eight eight_popcount "EIGHT(popcount)"(eight a) noexcept
    eight eight_xor "EIGHT(xor)"(eight a, eight b) noexcept
    eight eight_least "EIGHT(least)"(const eight* of) noexcept  # the least number of each of eight
    eight_order eight_order_in "EIGHT(order_in)"(uint32_t bits) noexcept
    void eight_pack "EIGHT(pack)"(void* at, eight_order m, eight a) noexcept
    uint32_t eight_meeting "EIGHT(meeting)"(eight a, eight b, uint32_t of) noexcept  # of these, where both have a bit
    # The numbers around a place of an array of rows, in rising order; four of each row are read.
    eight eight_around "EIGHT(around)"(const uint32_t* at, int64_t stride) noexcept

    # Which of the eight bytes around a place, below 32, are in a set.
    uint32_t bytes_around_in "BYTES(around_in)"(const uint8_t* at, int64_t stride, uint32_t set) noexcept

    # A row of 512 bits; left and right: to each column the bit of the one next to it.
    ctypedef struct row512 "PATH_ROW":
        pass
    row512 row_all "ROW(all)"(uint64_t x) noexcept
    row512 row_load "ROW(load)"(const void* at) noexcept
    void row_store "ROW(store)"(void* at, row512 a) noexcept
    row512 row_and "ROW(and)"(row512 a, row512 b) noexcept
    row512 row_or "ROW(or)"(row512 a, row512 b) noexcept
    row512 row_without "ROW(without)"(row512 a, row512 b) noexcept
    row512 row_left "ROW(left)"(row512 a) noexcept
    row512 row_right "ROW(right)"(row512 a) noexcept
    uint32_t row_words "ROW(words)"(row512 a, row512 b) noexcept  # which of eight have a bit in common
    uint64_t bytes_with "PATH_BYTES_WITH"(const uint8_t* at, int bit) noexcept  # which of 64 have a bit

    ctypedef struct four_words "FOUR_WORDS()":
        pass
    four_words words_load "FOUR_WORDS(_load)"(const uint64_t* at) noexcept
    four_words words_add "FOUR_WORDS(_add)"(four_words a, four_words b) noexcept
    bint words_tops "FOUR_WORDS(_tops)"(four_words a) noexcept  # whether the highest bit of each byte is set

    # Pack those of 64 numbers whose bits are set; how many. Room for 64 is written.
    uint32_t pack_shorts "PATH_PACK_SHORTS"(int16_t* at, uint64_t bits, const int16_t* from_) noexcept

    # As many numbers as the path has in one vector: 16, 8, 4 (SSE4.1, NEON) or 1.
    enum:
        PATH_NUMBERS
    ctypedef struct u32s "PATH_U32S":
        pass
    u32s u32s_all "U32S(all)"(uint32_t x) noexcept
    u32s u32s_load "U32S(load)"(const void* at) noexcept
    void u32s_store "U32S(store)"(void* at, u32s a) noexcept
    u32s u32s_and "U32S(and)"(u32s a, u32s b) noexcept
    u32s u32s_without "U32S(without)"(u32s a, u32s b) noexcept
    u32s u32s_or "U32S(or)"(u32s a, u32s b) noexcept
    u32s u32s_xor "U32S(xor)"(u32s a, u32s b) noexcept
    u32s u32s_add "U32S(add)"(u32s a, u32s b) noexcept
    u32s u32s_sub "U32S(sub)"(u32s a, u32s b) noexcept
    u32s u32s_up "U32S(up)"(u32s a, int bits) noexcept
    u32s u32s_down "U32S(down)"(u32s a, int bits) noexcept
    # a | b | c, a & b | c, (a | b) & c, (a ^ b) | c, a & (b | ~c); a where a bit of the mask is set, b elsewhere.
    u32s u32s_or3 "U32S(or3)"(u32s a, u32s b, u32s c) noexcept
    u32s u32s_and_or "U32S(and_or)"(u32s a, u32s b, u32s c) noexcept
    u32s u32s_or_and "U32S(or_and)"(u32s a, u32s b, u32s c) noexcept
    u32s u32s_xor_or "U32S(xor_or)"(u32s a, u32s b, u32s c) noexcept
    u32s u32s_keep "U32S(keep)"(u32s a, u32s b, u32s c) noexcept
    u32s u32s_pick "U32S(pick)"(uint32_t mask, u32s a, u32s b) noexcept
    u32s u32s_zeros "U32S(zeros)"(u32s a) noexcept               # all bits of the lanes that are 0
    uint32_t u32s_same "U32S(same)"(u32s a, u32s b) noexcept     # a bit for each lane in which they are equal
    u32s u32s_across "U32S(across)"(u32s a, int lanes) noexcept  # each lane that of `lane ^ lanes`, a power of two

    # Thirty-two bytes; where there is one number in a vector, compiled but not to be called.
    ctypedef struct u8s "PATH_U8S":
        pass
    u8s u8s_load "U8S(load)"(const void* at) noexcept
    void u8s_store "U8S(store)"(void* at, u8s a) noexcept
    u8s u8s_all "U8S(all)"(uint8_t x) noexcept
    u8s u8s_or "U8S(or)"(u8s a, u8s b) noexcept
    # Of 32 bytes those at `low`, or'ed with those at 16 + `high`; 0 where these have the highest bit, else below 16.
    u8s u8s_of "U8S(of)"(const uint8_t* table, u8s low, u8s high) noexcept
    uint32_t u8s_equal "U8S(equal)"(u8s a, u8s b) noexcept         # a bit for each byte that is equal
    u8s u8s_where "U8S(where)"(uint32_t bits, u8s a) noexcept      # a where the bit is set, else 0
