/** Types shared by the text recognition thread and its owner. Loads nothing, because both load it. */
import type { Block } from './blocks.ts';

/** The reason for refusing a document. */
export type Refusal = 'unsupported' | 'unreadable' | 'too large';

export class DocumentError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal, message: string) {
    super(message);
    this.refusal = refusal;
  }
}

/** The blocks of each page of a document; undefined for a page that could not be read. */
export type RecognizedPages = (Block[] | undefined)[];
