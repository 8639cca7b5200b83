// The inner loops of resampling, in fixed point, so that every processor gives the same bits.
//
// A *line* is one channel of one source row: Int16, linear light, premultiplied, biased by half
// (-32768 is none, 32767 is all). A *quad* is four source rows side by side: the lines of channel c
// are 4c to 4c + 3. Filtering a quad horizontally gives, for each output column and channel, four
// *partials*: Int16 at half a line's scale, which leaves room for a filter's overshoot.
#ifndef RESAMPLE_KERNELS_H
#define RESAMPLE_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Weights of one axis: every output has `taps` of them, from `starts[output]` on, and they sum to
/// exactly 2^shift. Windows that need fewer are filled up with zeros.
typedef struct RKWindows {
  const int32_t *_Nonnull starts;
  const int16_t *_Nonnull weights;
  /// Outputs.
  size_t count;
  /// A multiple of `RKTapMultiple` for the horizontal axis.
  size_t taps;
  /// 15, or less where a weight would not fit.
  int32_t shift;
} RKWindows;

enum { RKTapMultiple = 16 };

/// A processor's version of the loops. All of them give the same bits.
typedef enum __attribute__((enum_extensibility(closed))) RKKernel : int32_t {
  RKKernelScalar = 0,
  RKKernelSSE41,
  RKKernelAVX2,
  RKKernelNEON,
} RKKernel;

/// Whether this processor can run `kernel`.
bool RKIsSupported(RKKernel kernel);

/// Filters a quad: `lines` holds 4 × channels lines, each `stride` apart and readable through
/// every window; `partials` takes windows.count × channels × 4. Where `isOpaque` says that all of a
/// fourth channel is full, it is not read.
void RKFilterHorizontally(
  RKKernel kernel, const int16_t *_Nonnull lines, size_t stride, size_t channels, bool isOpaque,
  const RKWindows *_Nonnull windows, int16_t *_Nonnull partials);

/// Adds a quad's partials to one output row: `sums` is `count` pairs of Int32, `partials` is
/// `count` times four, `weights` the quad's four. The two sums of a pair are added at the end.
void RKAccumulate(
  RKKernel kernel, const int16_t *_Nonnull partials, size_t count,
  const int16_t *_Nonnull weights, int32_t *_Nonnull sums);

/// Turns one source row of 8 bit RGB or RGBA into its lines of a quad, `stride × 4` apart.
///
/// `table` is 256 × 256 lines' values by [alpha][colour]; returns whether every alpha was 255.
bool RKSplitRow8(
  const uint8_t *_Nonnull row, size_t width, size_t channels, const uint16_t *_Nonnull table,
  int16_t *_Nonnull lines, size_t stride);

/// The same for 16 bit; `table` is 65536 linear values by colour, 0 to 65535.
bool RKSplitRow16(
  const uint16_t *_Nonnull row, size_t width, size_t channels, const uint16_t *_Nonnull table,
  int16_t *_Nonnull lines, size_t stride);

/// Turns one output row's sums into 8 bit RGB (3 `pixelChannels`) or RGBA (4).
///
/// Clamps to [0, alpha], adds `background` (linear RGB, 0 to 65535; NULL keeps alpha), unpremultiplies
/// and encodes by `table`, 65536 bytes. Returns whether every alpha was 255.
bool RKStoreRow(
  const int32_t *_Nonnull sums, size_t width, size_t channels, int32_t shift,
  const uint8_t *_Nonnull table, const uint16_t *_Nullable background, uint8_t *_Nonnull pixels,
  size_t pixelChannels);

#endif
