// Colours by profile, with Little CMS. A profile is untrusted: whatever is wrong with it is a reason
// to do without, never to end.
#ifndef COLOR_PROFILES_H
#define COLOR_PROFILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct CPProfile CPProfile;
typedef struct CPTransform CPTransform;

/// Curves that a picture may have been encoded with; all take 0 to 1 to 0 to 1.
typedef enum __attribute__((enum_extensibility(closed))) CPCurve : int32_t {
  /// A power of `gamma`.
  CPCurvePower = 0,
  /// IEC 61966-2-1.
  CPCurveSRGB,
  /// The inverse of the camera curve of ITU-R BT.709, 601 and 2020.
  CPCurveBT709,
} CPCurve;

/// Chromaticities: x and y of white, red, green, blue.
typedef struct CPPrimaries {
  double whiteX, whiteY, redX, redY, greenX, greenY, blueX, blueY;
} CPPrimaries;

/// Opens an ICC profile for pictures of grey or of RGB. A grey one is taken as RGB with equal parts.
/// Returns NULL, and why in `problem`, when it is broken or for other pictures.
CPProfile *_Nullable CPProfileOpen(
  const void *_Nullable bytes, size_t count, bool isGrey,
  const char *_Nullable *_Nonnull problem);

/// A profile from what the chunks gAMA, cHRM and cICP say. NULL where that makes no colours.
CPProfile *_Nullable CPProfileCreate(CPPrimaries primaries, CPCurve curve, double gamma);

void CPProfileDestroy(CPProfile *_Nullable profile);

/// Whether no 8 bit colour is more than half a step from what it is in sRGB.
bool CPProfileIsSRGB(const CPProfile *_Nonnull profile);

/// The linear light, 0 to 65535, of each of `count` evenly spaced codes, where all three channels
/// have one curve and primaries; false where not.
bool CPProfileCurve(const CPProfile *_Nonnull profile, double *_Nonnull linear, size_t count);

/// The profile as an ICC file; returns its length. Pass NULL to learn it.
size_t CPProfileSave(const CPProfile *_Nonnull profile, void *_Nullable bytes, size_t count);

/// From pixels of `channels` (3 or 4) and `bitDepth` (8 or 16) to linear sRGB of 16 bit, alpha as it
/// was. Colours outside sRGB are clipped (relative colorimetric). NULL when the profile is no use.
CPTransform *_Nullable CPTransformCreate(
  const CPProfile *_Nonnull profile, int channels, int bitDepth);
void CPTransformDestroy(CPTransform *_Nullable transform);

/// Safe to call from several threads.
void CPTransformRow(
  const CPTransform *_Nonnull transform, const void *_Nonnull pixels, uint16_t *_Nonnull linear,
  size_t count);

#endif
