/** What the thread that recognizes text and its owner say of a document. Both load it, so it loads nothing itself. */

/** Why a document is refused. */
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
  /** Of each side of a page, in pixels. */
  maxPixels: number;
}
