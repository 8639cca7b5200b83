// Bare libpng: reads every row of a PNG file into one buffer and nothing else. The baseline for
// the icons command. Usage: decode FILE
#include <png.h>
#include <stdio.h>
#include <stdlib.h>

int main(int count, char **arguments) {
  FILE *file = count == 2 ? fopen(arguments[1], "rb") : NULL;
  if (file == NULL) return 2;
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct(png);
  if (setjmp(png_jmpbuf(png))) return 1;
  png_init_io(png, file);
  png_read_info(png, info);
  png_read_update_info(png, info);
  png_bytep row = malloc(png_get_rowbytes(png, info));
  for (png_uint_32 y = png_get_image_height(png, info); y > 0; y--) png_read_row(png, row, NULL);
  png_read_end(png, NULL);
  png_destroy_read_struct(&png, &info, NULL);
  free(row);
  return fclose(file);
}
