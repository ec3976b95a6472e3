"""How the kernels were compiled: with what compiler and what flags, bounds checks or not."""

cdef extern from *:
    """
    #ifndef UNRIDDLE_FLAGS
    #define UNRIDDLE_FLAGS ""
    #endif
    #ifndef UNRIDDLE_CHECKED
    #define UNRIDDLE_CHECKED 0
    #endif
    #define UNRIDDLE_TEXT_(x) #x
    #define UNRIDDLE_TEXT(x) UNRIDDLE_TEXT_(x)
    #if defined(__clang__)
    #define UNRIDDLE_COMPILER "clang " __clang_version__
    #elif defined(__GNUC__)
    #define UNRIDDLE_COMPILER "gcc " __VERSION__
    #elif defined(_MSC_VER)
    #define UNRIDDLE_COMPILER "msvc " UNRIDDLE_TEXT(_MSC_FULL_VER)
    #else
    #define UNRIDDLE_COMPILER "unknown"
    #endif
    """
    const char *UNRIDDLE_COMPILER
    const char *UNRIDDLE_FLAGS
    const int UNRIDDLE_CHECKED

COMPILER = UNRIDDLE_COMPILER.decode("utf-8", "replace").strip()
FLAGS = UNRIDDLE_FLAGS.decode("utf-8", "replace")
CHECKED = UNRIDDLE_CHECKED != 0
