/** What an object is labelled with. */
export interface ObjectOptions {
  contentType?: string | undefined;
  metadata?: Record<string, string> | undefined;
}

/** The labels as S3's commands take them. */
export function labels({ contentType, metadata }: ObjectOptions) {
  return {
    ...(contentType !== undefined && { ContentType: contentType }),
    ...(metadata && { Metadata: metadata }),
  };
}
