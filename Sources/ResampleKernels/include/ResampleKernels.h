// The inner loops of resampling, in fixed point, so that every processor gives the same bits.
//
// A *quad* is four source rows in linear light, premultiplied, as Int16 biased by half (-32768 is
// zero, 32767 is full), laid out as the filters read it: [column / 2][channel][row][column % 2].
// So the two neighbours of a multiply-add are adjacent, every channel and row has its own
// lane, and nothing is added across lanes. Filtering a quad horizontally gives its *partials*,
// [output column][channel][row], Int16 at half a sample's scale, which leaves room for overshoot.
#ifndef RESAMPLE_KERNELS_H
#define RESAMPLE_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Weights of one axis: every output has `taps` of them, from `starts[output]` on, and they sum to
/// exactly 2^shift. Windows that need fewer are filled up with zeros.
typedef struct RKWindows {
  /// Even for the horizontal axis.
  const int32_t *_Nonnull starts;
  const int16_t *_Nonnull weights;
  /// The number of outputs.
  size_t count;
  /// Even for the horizontal axis.
  size_t taps;
  /// 15, or less where a weight would not fit.
  int32_t shift;
} RKWindows;

enum {
  /// Quads that one call may filter, because they can share a load of weights.
  RKMostQuads = 2,
  /// Samples and partials past the last quad that a kernel may access.
  RKSlack = 32,
};

/// A processor's version of the loops, by its number: 0, the scalar one, up to `RKKernelCount()`,
/// from the slowest to the fastest. All of them give the same bits.
typedef int32_t RKKernel;

/// The number of kernels that were compiled for this processor's family.
int32_t RKKernelCount(void);

/// The name of `kernel`, such as "avx2".
const char *_Nonnull RKKernelName(RKKernel kernel);

/// Whether this processor can run `kernel`.
bool RKIsSupported(RKKernel kernel);

/// Filters one or two quads, `quadStride` samples apart; `partials` takes
/// quads × windows.count × channels × 4, and `RKSlack` more.
void RKFilterHorizontally(
  RKKernel kernel, const int16_t *_Nonnull quads, size_t quadStride, size_t quadCount,
  size_t channels, const RKWindows *_Nonnull windows, int16_t *_Nonnull partials);

/// Adds the partials of one or two quads to one output row: `sums` is `count` pairs of Int32, `partials`
/// is quads × `count` × 4, `weights` four for each quad. The two sums of a pair are added at the end.
void RKAccumulate(
  RKKernel kernel, const int16_t *_Nonnull partials, size_t quadCount, size_t count,
  const int16_t *_Nonnull weights, int32_t *_Nonnull sums);

/// The source samples nearest to each output of an axis, in cells that neighbours can share: those of
/// output i are cells i × `step` and i × `step` + 1, each from `starts[cell]` up to `ends[cell]`, one sample
/// at least.
typedef struct RKRanges {
  const int32_t *_Nonnull starts;
  const int32_t *_Nonnull ends;
  /// The number of outputs.
  size_t count;
  /// 1 or 2.
  size_t step;
} RKRanges;

/// Clamps the partials of one or two quads between the least and the greatest of the samples in
/// `ranges`, each channel and row by itself. Shapes are those of `RKFilterHorizontally`.
void RKHoldPartials(
  RKKernel kernel, const int16_t *_Nonnull quads, size_t quadStride, size_t quadCount,
  size_t channels, const RKRanges *_Nonnull ranges, int16_t *_Nonnull partials);

/// The least and the greatest partials of a cell of rows, INT16_MAX and INT16_MIN at first: each
/// `count` × 4, `count` rounded up to a multiple of four.
typedef struct RKRange {
  int16_t *_Nonnull lows;
  int16_t *_Nonnull highs;
} RKRange;

/// Widens the range of a cell by rows `firstRow` up to `endRow`, 0 to 4, of a quad's partials: `count` × 4, and
/// `RKSlack` more.
void RKWidenRange(
  RKKernel kernel, const int16_t *_Nonnull partials, size_t count, int firstRow, int endRow,
  RKRange range);

/// Clamps the sums of an output row to the range of its two cells, into the first of each pair; the second
/// becomes zero. `sums` is `count` pairs, rounded up to a multiple of four.
void RKHoldSums(
  RKKernel kernel, int32_t *_Nonnull sums, size_t count, RKRange above, RKRange below,
  int32_t shift);

/// Turns four rows of 8 bit RGB or RGBA into a quad of width rounded up to even.
///
/// `table` is 256 × 256 samples by [alpha][colour].
void RKSplitRows8(
  const uint8_t *_Nonnull const *_Nonnull rows, size_t width, size_t channels,
  const uint16_t *_Nonnull table, int16_t *_Nonnull quad);

/// The same for 16 bit; `table` is 65536 linear values by colour, 0 to 65535.
void RKSplitRows16(
  const uint16_t *_Nonnull const *_Nonnull rows, size_t width, size_t channels,
  const uint16_t *_Nonnull table, int16_t *_Nonnull quad);

/// Turns one output row's sums into 8 bit RGB (3 `pixelChannels`) or RGBA (4).
///
/// Clamps to [0, alpha], adds `background` (linear RGB, 0 to 65535; NULL keeps alpha), unpremultiplies
/// and encodes by `table`, 65536 bytes. Returns whether every alpha was 255.
bool RKStoreRow(
  const int32_t *_Nonnull sums, size_t width, size_t channels, int32_t shift,
  const uint8_t *_Nonnull table, const uint16_t *_Nullable background, uint8_t *_Nonnull pixels,
  size_t pixelChannels);

#endif
