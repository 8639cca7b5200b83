#include "ResampleOracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

static double sinc(double x) { return x == 0 ? 1 : sin(pi * x) / (pi * x); }

/// Mitchell and Netravali's family in their own words: six times k(x).
static double bicubic(double x, double b, double c) {
  double x2 = x * x, x3 = x2 * x;
  double inner = (12 - 9 * b - 6 * c) * x3 + (-18 + 12 * b + 6 * c) * x2 + 6 - 2 * b;
  double outer = (-b - 6 * c) * x3 + (6 * b + 30 * c) * x2 - (12 * b + 48 * c) * x + 8 * b + 24 * c;
  return (x < 1 ? inner : x < 2 ? outer : 0) / 6;
}

/// The weight at a distance, which is not negative.
typedef double Filter(double x);

static double lanczos3(double x) { return x < 3 ? sinc(x) * sinc(x / 3) : 0; }
static double lanczos2(double x) { return x < 2 ? sinc(x) * sinc(x / 2) : 0; }
static double mitchell(double x) { return bicubic(x, 1.0 / 3, 1.0 / 3); }
static double catmullRom(double x) { return bicubic(x, 0, 0.5); }
static double box(double x) { return x < 0.5 ? 1 : x == 0.5 ? 0.5 : 0; }

static const struct {
  const char *name;
  Filter *filter;
} filters[] = {
  {"lanczos3", lanczos3}, {"lanczos2", lanczos2}, {"mitchell", mitchell},
  {"catmull-rom", catmullRom}, {"box", box},
};

static Filter *filterNamed(const char *name) {
  for (size_t i = 0; i < sizeof filters / sizeof *filters; i++) {
    if (strcmp(filters[i].name, name) == 0) return filters[i].filter;
  }
  return NULL;
}

/// The weights of output `i` for all `count` inputs.
static void weigh(Filter *filter, int count, int outCount, int i, double *weights) {
  // Whole numbers: whether an input is just on a border of the box is no matter of rounding.
  long larger = count > outCount ? count : outCount;
  double sum = 0;
  for (int j = 0; j < count; j++) {
    long distance = labs((2L * j + 1) * outCount - (2L * i + 1) * count);
    weights[j] = filter((double)distance / (double)(2 * larger));
    sum += weights[j];
  }
  for (int j = 0; j < count; j++) weights[j] /= sum;
}

static double clamp(double value, double low, double high) {
  return value < low ? low : value > high ? high : value;
}

/// Clamps a value to the range of the inputs that are at most one output pixel away.
static double held(
  double value, const double *line, int channel, int count, int outCount, int i) {
  double low = INFINITY, high = -INFINITY;
  // Whole numbers: whether an input just on the border counts is no matter of rounding.
  long larger = count > outCount ? count : outCount;
  for (int j = 0; j < count; j++) {
    if (labs((2L * j + 1) * outCount - (2L * i + 1) * count) > 2 * larger) continue;
    low = fmin(low, line[j * 4 + channel]);
    high = fmax(high, line[j * 4 + channel]);
  }
  return clamp(value, low, high);
}

/// Filters `lines` lines of `count` RGBA pixels; each output pixel goes to [i][line].
static void resampleAxis(
  const double *input, int lines, int count, Filter *filter, bool rings, int outCount,
  double *output) {
  double *weights = malloc(sizeof *weights * (size_t)count);
  for (int i = 0; i < outCount; i++) {
    weigh(filter, count, outCount, i, weights);
    int first = 0, last = count - 1;
    while (first < last && weights[first] == 0) first++;
    while (last > first && weights[last] == 0) last--;
    for (int line = 0; line < lines; line++) {
      double sum[4] = {0, 0, 0, 0};
      const double *pixel = input + ((size_t)line * count + first) * 4;
      for (int j = first; j <= last; j++, pixel += 4) {
        for (int c = 0; c < 4; c++) sum[c] += weights[j] * pixel[c];
      }
      for (int c = 0; c < 4 && !rings; c++) {
        sum[c] = held(sum[c], input + (size_t)line * count * 4, c, count, outCount, i);
      }
      memcpy(output + ((size_t)i * lines + line) * 4, sum, sizeof sum);
    }
  }
  free(weights);
}

static double linear(double value) {
  return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

static double encoded(double value) {
  return value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055;
}

bool oracleResample(
  const uint16_t *samples, int maximum, int width, int height, const char *filterName, bool rings,
  bool isLinear, int outWidth, int outHeight, const uint8_t *background, uint8_t *output) {
  Filter *filter = filterNamed(filterName);
  if (filter == NULL) return false;
  size_t count = (size_t)width * height;
  double *table = malloc(sizeof *table * ((size_t)maximum + 1));
  for (int i = 0; i <= maximum; i++) table[i] = isLinear ? linear((double)i / maximum) : (double)i / maximum;
  double *source = malloc(sizeof *source * count * 4);
  for (size_t i = 0; i < count; i++) {
    double alpha = samples[i * 4 + 3] / (double)maximum;
    for (int c = 0; c < 3; c++) source[i * 4 + c] = table[samples[i * 4 + c]] * alpha;
    source[i * 4 + 3] = alpha;
  }
  // Each pass transposes the image, so two of them bring it back.
  double *turned = malloc(sizeof *turned * (size_t)outWidth * height * 4);
  double *result = malloc(sizeof *result * (size_t)outWidth * outHeight * 4);
  resampleAxis(source, height, width, filter, rings, outWidth, turned);
  resampleAxis(turned, outWidth, height, filter, rings, outHeight, result);
  for (size_t i = 0; i < (size_t)outWidth * outHeight; i++) {
    double alpha = clamp(result[i * 4 + 3], 0, 1);
    for (int c = 0; c < 3; c++) {
      double value = clamp(result[i * 4 + c], 0, alpha);
      if (background != NULL) {
        double code = background[c] / 255.0;
        value += (1 - alpha) * (isLinear ? linear(code) : code);
      } else if (alpha > 0) {
        value /= alpha;
      }
      output[i * 4 + c] = (uint8_t)floor((isLinear ? encoded(value) : value) * 255 + 0.5);
    }
    output[i * 4 + 3] = background != NULL ? 255 : (uint8_t)floor(alpha * 255 + 0.5);
  }
  free(table);
  free(source);
  free(turned);
  free(result);
  return true;
}
