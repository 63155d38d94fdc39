/** Types shared by the text recognition thread and its owner. Loads nothing, because both load it. */

/** The reason for refusing a document. */
export type Refusal = 'unsupported' | 'unreadable' | 'too large';

export class DocumentError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal, message: string) {
    super(message);
    this.refusal = refusal;
  }
}

export interface PageLimits {
  maxPages: number;
  /** Maximum length of each side of a page, in pixels. */
  maxPixels: number;
}
