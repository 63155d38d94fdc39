/** Metadata of an object. */
export interface ObjectOptions {
  contentType?: string | undefined;
  metadata?: Record<string, string> | undefined;
}

/** The metadata as parameters of S3's commands. */
export function labels({ contentType, metadata }: ObjectOptions) {
  return {
    ...(contentType !== undefined && { ContentType: contentType }),
    ...(metadata && { Metadata: metadata }),
  };
}
