/** A size of an image, as it is asked for. */

export type CropType = 'cover' | 'contain';

export interface ImageSize {
  width?: number | undefined;
  height?: number | undefined;
  cropType: CropType;
}

/** The name of a stored size, `w640-hauto-ccover`; undefined when no size is asked for. */
export function variantName({ width, height, cropType }: ImageSize): string | undefined {
  if (width === undefined && height === undefined) return undefined;
  return `w${width ?? 'auto'}-h${height ?? 'auto'}-c${cropType}`;
}
