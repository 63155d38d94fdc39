/** A requested size of an image. */

export type CropType = 'cover' | 'contain';

export interface ImageSize {
  width?: number | undefined;
  height?: number | undefined;
  cropType: CropType;
}

/** Returns the name of a size, such as `w640-hauto-ccover`; undefined if no size is requested. */
export function variantName({ width, height, cropType }: ImageSize): string | undefined {
  if (width === undefined && height === undefined) return undefined;
  return `w${width ?? 'auto'}-h${height ?? 'auto'}-c${cropType}`;
}
