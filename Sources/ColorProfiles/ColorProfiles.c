#include "ColorProfiles.h"

#include <lcms2.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct CPProfile {
  cmsHPROFILE handle;
};

struct CPTransform {
  cmsHTRANSFORM handle;
};

static const CPPrimaries sRGB = {0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06};

/// Ignores Little CMS's messages; the result of each call shows whether it worked.
static CPProfile *wrap(cmsHPROFILE handle) {
  if (handle == NULL) return NULL;
  CPProfile *profile = malloc(sizeof *profile);
  if (profile == NULL) {
    cmsCloseProfile(handle);
    return NULL;
  }
  profile->handle = handle;
  return profile;
}

static cmsHPROFILE create(CPPrimaries p, cmsToneCurve *curve) {
  if (curve == NULL) return NULL;
  cmsCIExyY white = {p.whiteX, p.whiteY, 1};
  cmsCIExyYTRIPLE primaries = {
    {p.redX, p.redY, 1}, {p.greenX, p.greenY, 1}, {p.blueX, p.blueY, 1}};
  cmsToneCurve *curves[3] = {curve, curve, curve};
  return cmsCreateRGBProfile(&white, &primaries, curves);
}

/// A grey profile's curve on all three channels.
static cmsHPROFILE fromGrey(cmsHPROFILE grey) {
  return create(sRGB, cmsReadTag(grey, cmsSigGrayTRCTag));
}

CPProfile *CPProfileOpen(const void *bytes, size_t count, bool isGrey, const char **problem) {
  *problem = "cannot be read";
  if (bytes == NULL || count == 0 || count > UINT32_MAX) return NULL;
  cmsHPROFILE handle = cmsOpenProfileFromMem(bytes, (cmsUInt32Number)count);
  if (handle == NULL) return NULL;
  cmsColorSpaceSignature space = cmsGetColorSpace(handle);
  cmsProfileClassSignature class = cmsGetDeviceClass(handle);
  bool isForImages = class == cmsSigInputClass || class == cmsSigDisplayClass ||
                     class == cmsSigOutputClass || class == cmsSigColorSpaceClass;
  if (space != (isGrey ? cmsSigGrayData : cmsSigRgbData) || !isForImages) {
    *problem = !isForImages               ? "is not a profile for images"
               : space == cmsSigCmykData  ? "is for CMYK images"
               : space == cmsSigLabData   ? "is for Lab images"
               : space == cmsSigGrayData  ? "is for greyscale images (this image has colours)"
               : space == cmsSigRgbData   ? "is for RGB images (this image is greyscale)"
                                          : "has an unsupported colour space";
    cmsCloseProfile(handle);
    return NULL;
  }
  if (isGrey) {
    cmsHPROFILE asRGB = fromGrey(handle);
    cmsCloseProfile(handle);
    handle = asRGB;
  }
  return wrap(handle);
}

static cmsToneCurve *createCurve(CPCurve curve, double gamma) {
  // cmsBuildParametricToneCurve's types 1 (power) and 4 (IEC 61966-2-1: a linear foot).
  const double sRGBParameters[] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
  const double bt709Parameters[] = {1 / 0.45, 1 / 1.099, 0.099 / 1.099, 1 / 4.5, 0.081};
  switch (curve) {
    case CPCurvePower: return cmsBuildGamma(NULL, gamma);
    case CPCurveSRGB: return cmsBuildParametricToneCurve(NULL, 4, sRGBParameters);
    case CPCurveBT709: return cmsBuildParametricToneCurve(NULL, 4, bt709Parameters);
  }
  return NULL;
}

/// Whether the primaries form a triangle with white inside, as a matrix profile requires.
static bool isUsable(CPPrimaries p) {
  double x[3] = {p.redX, p.greenX, p.blueX}, y[3] = {p.redY, p.greenY, p.blueY};
  if (!(p.whiteY > 0.01) || !(p.whiteX > 0.01) || p.whiteX + p.whiteY > 1) return false;
  int sides = 0;
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3;
    double cross = (x[j] - x[i]) * (p.whiteY - y[i]) - (y[j] - y[i]) * (p.whiteX - x[i]);
    if (fabs(cross) < 1e-4) return false;
    sides += cross > 0 ? 1 : -1;
  }
  return sides == 3 || sides == -3;
}

CPProfile *CPProfileCreate(CPPrimaries primaries, CPCurve kind, double gamma) {
  if (!isUsable(primaries) || !(gamma >= 0.1 && gamma <= 10)) return NULL;
  cmsToneCurve *curve = createCurve(kind, gamma);
  cmsHPROFILE handle = create(primaries, curve);
  cmsFreeToneCurve(curve);
  return wrap(handle);
}

void CPProfileDestroy(CPProfile *profile) {
  if (profile == NULL) return;
  cmsCloseProfile(profile->handle);
  free(profile);
}

/// 8 bit codes of linear light, without rounding.
static double sRGBCode(double linear) {
  double value = linear <= 0.0031308 ? linear * 12.92 : 1.055 * pow(linear, 1 / 2.4) - 0.055;
  return value * 255;
}

bool CPProfileIsSRGB(const CPProfile *profile) {
  CPTransform *transform = CPTransformCreate(profile, 3, 8);
  if (transform == NULL) return false;
  bool isSRGB = true;
  for (int red = 0; red < 256 && isSRGB; red += 15) {
    for (int green = 0; green < 256 && isSRGB; green += 15) {
      for (int blue = 0; blue < 256 && isSRGB; blue += 15) {
        uint8_t pixel[3] = {(uint8_t)red, (uint8_t)green, (uint8_t)blue};
        uint16_t linear[3];
        CPTransformRow(transform, pixel, linear, 1);
        for (int c = 0; c < 3; c++) {
          if (fabs(sRGBCode(linear[c] / 65535.0) - pixel[c]) > 0.5) isSRGB = false;
        }
      }
    }
  }
  CPTransformDestroy(transform);
  return isSRGB;
}

bool CPProfileCurve(const CPProfile *profile, double *linear, size_t count) {
  cmsHPROFILE handle = profile->handle;
  if (!cmsIsMatrixShaper(handle) || cmsIsTag(handle, cmsSigAToB0Tag)) return false;
  const cmsToneCurve *red = cmsReadTag(handle, cmsSigRedTRCTag);
  const cmsToneCurve *green = cmsReadTag(handle, cmsSigGreenTRCTag);
  const cmsToneCurve *blue = cmsReadTag(handle, cmsSigBlueTRCTag);
  if (red == NULL || green == NULL || blue == NULL) return false;
  for (size_t i = 0; i < count; i++) {
    cmsFloat32Number code = (cmsFloat32Number)i / (cmsFloat32Number)(count - 1);
    double value = cmsEvalToneCurveFloat(red, code);
    if (fabs(value - cmsEvalToneCurveFloat(green, code)) > 1e-4) return false;
    if (fabs(value - cmsEvalToneCurveFloat(blue, code)) > 1e-4) return false;
    if (!(value >= 0 && value <= 1)) value = value > 1 ? 1 : 0;
    linear[i] = value * 65535;
    // A decreasing curve cannot be inverted.
    if (i > 0 && linear[i] < linear[i - 1]) return false;
  }
  return linear[count - 1] > 65000;
}

size_t CPProfileSave(const CPProfile *profile, void *bytes, size_t count) {
  cmsUInt32Number length = (cmsUInt32Number)count;
  return cmsSaveProfileToMem(profile->handle, bytes, &length) ? length : 0;
}

CPTransform *CPTransformCreate(const CPProfile *profile, int channels, int bitDepth) {
  cmsToneCurve *straight = cmsBuildGamma(NULL, 1);
  cmsHPROFILE target = create(sRGB, straight);
  cmsFreeToneCurve(straight);
  if (target == NULL) return NULL;
  bool hasAlpha = channels == 4;
  cmsUInt32Number input = COLORSPACE_SH(PT_RGB) | EXTRA_SH(hasAlpha) | CHANNELS_SH(3) |
                          BYTES_SH(bitDepth / 8);
  cmsUInt32Number output =
    COLORSPACE_SH(PT_RGB) | EXTRA_SH(hasAlpha) | CHANNELS_SH(3) | BYTES_SH(2);
  // Without optimisation it is computed in floating point; the optimised tables have too few steps for
  // dark colours.
  cmsUInt32Number flags = cmsFLAGS_NOCACHE | cmsFLAGS_NOOPTIMIZE;
  if (hasAlpha) flags |= cmsFLAGS_COPY_ALPHA;
  cmsHTRANSFORM handle = cmsCreateTransform(
    profile->handle, input, target, output, INTENT_RELATIVE_COLORIMETRIC, flags);
  cmsCloseProfile(target);
  if (handle == NULL) return NULL;
  CPTransform *transform = malloc(sizeof *transform);
  if (transform == NULL) {
    cmsDeleteTransform(handle);
    return NULL;
  }
  transform->handle = handle;
  return transform;
}

void CPTransformDestroy(CPTransform *transform) {
  if (transform == NULL) return;
  cmsDeleteTransform(transform->handle);
  free(transform);
}

void CPTransformRow(
  const CPTransform *transform, const void *pixels, uint16_t *linear, size_t count) {
  cmsDoTransform(transform->handle, pixels, linear, (cmsUInt32Number)count);
}
