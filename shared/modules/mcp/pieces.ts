/** Cuts outputs that are too long for a language model into pieces, each with a cursor of the next. Pure. */
import { createHash } from 'node:crypto';
import { parseJson, toJson } from '../../kernel/base/json.ts';
import { ExpiredCursorError } from './errors.ts';

/** Characters of an output. */
export const pieceLength = 20_000;

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** The position in an output, and its digest: the next piece must be of the same output. */
interface Position {
  from: number;
  digest: string;
}

function positionOf(cursor: string): Position | undefined {
  try {
    const value = parseJson(Buffer.from(cursor, 'base64url').toString());
    if (!Array.isArray(value)) return undefined;
    const [from, digest] = value;
    return Number.isSafeInteger(from) && from > 0 ? { from, digest: String(digest) } : undefined;
  } catch {
    return undefined;
  }
}

const isLowSurrogate = (text: string, index: number): boolean => {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff;
};

export interface Piece {
  text: string;
  nextCursor?: string;
}

/** A piece of a text. Throws ExpiredCursorError when the cursor is of another text. */
export function pieceOf(text: string, cursor: string | undefined): Piece {
  const position = cursor === undefined ? undefined : positionOf(cursor);
  if (cursor !== undefined && (position === undefined || position.digest !== digestOf(text)))
    throw new ExpiredCursorError();
  const from = position?.from ?? 0;
  const end = from + pieceLength;
  if (end >= text.length) return { text: text.slice(from) };
  const to = isLowSurrogate(text, end) ? end - 1 : end;
  const nextCursor = Buffer.from(toJson([to, digestOf(text)])).toString('base64url');
  return { text: text.slice(from, to), nextCursor };
}
