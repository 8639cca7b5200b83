// Colour profiles, with Little CMS. Profiles are untrusted: a faulty one is refused, and never ends the
// process.
#ifndef COLOR_PROFILES_H
#define COLOR_PROFILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct CPProfile CPProfile;
typedef struct CPTransform CPTransform;

/// Curves that an image may be encoded with; all map 0 to 1 onto 0 to 1.
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

/// Opens an ICC profile for greyscale or RGB images. A grey one becomes RGB with equal channels.
/// Returns NULL and sets `problem` when it is damaged or for other images.
CPProfile *_Nullable CPProfileOpen(
  const void *_Nullable bytes, size_t count, bool isGrey,
  const char *_Nullable *_Nonnull problem);

/// A profile from the values of gAMA, cHRM and cICP chunks. NULL where they define no colour space.
CPProfile *_Nullable CPProfileCreate(CPPrimaries primaries, CPCurve curve, double gamma);

void CPProfileDestroy(CPProfile *_Nullable profile);

/// Whether every 8 bit colour is within half a step of its value in sRGB.
bool CPProfileIsSRGB(const CPProfile *_Nonnull profile);

/// The linear light, 0 to 65535, of each of `count` evenly spaced codes; false unless the profile
/// has primaries and the same curve for all three channels.
bool CPProfileCurve(const CPProfile *_Nonnull profile, double *_Nonnull linear, size_t count);

/// Writes the profile as an ICC file and returns its length. Pass NULL to get only the length.
size_t CPProfileSave(const CPProfile *_Nonnull profile, void *_Nullable bytes, size_t count);

/// From pixels of `channels` (3 or 4) and `bitDepth` (8 or 16) to linear sRGB of 16 bit, alpha
/// unchanged. Colours outside sRGB are clipped (relative colorimetric). NULL when the profile is unusable.
CPTransform *_Nullable CPTransformCreate(
  const CPProfile *_Nonnull profile, int channels, int bitDepth);
void CPTransformDestroy(CPTransform *_Nullable transform);

/// Safe to call from several threads.
void CPTransformRow(
  const CPTransform *_Nonnull transform, const void *_Nonnull pixels, uint16_t *_Nonnull linear,
  size_t count);

#endif
