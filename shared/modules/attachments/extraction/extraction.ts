/** What an attachment knows of its text, and what is decided about that. Pure. */
import { cutToBytes } from './content.ts';
import { extractionLimits } from './limits.ts';

/** Kept in the attachment's row. */
export interface Extraction {
  /** Grows with each request for extraction, so that late results of an earlier one are recognized. */
  run: number;
  /** Of the whole text, in UTF-8. */
  bytes: number;
  /** The file has more text than is kept. */
  truncated: boolean;
  /** The attachment is found by its words. */
  indexed: boolean;
  /** Why the last run failed. */
  error: string | null;
}

export const noExtraction: Extraction = { run: 1, bytes: 0, truncated: false, indexed: false, error: null };

/** A row that knows its text. */
interface ExtractedRow {
  extraction?: Extraction | undefined;
}

export function extractionOf({ extraction }: ExtractedRow): Extraction {
  return extraction ?? noExtraction;
}

/** Where a text of that size lies: in the row, in an item of its own, or in the bucket. */
export function placeOfText(bytes: number): 'row' | 'item' | 'object' {
  if (bytes <= extractionLimits.rowBytes) return 'row';
  return bytes <= extractionLimits.itemBytes ? 'item' : 'object';
}

/** What of a text lies in the row, for lists: all of it, or its beginning. */
export function beginningOf(text: string): string | null {
  return text === '' ? null : cutToBytes(text, extractionLimits.rowBytes);
}

/** Whether a message about this run of the attachment's extraction still has work to do. */
export function isOpen(attachment: ExtractedRow & { contentStatus: string }, run: number): boolean {
  return attachment.contentStatus === 'pending' && extractionOf(attachment).run === run;
}

/** Names a run of an attachment to Textract: at most 64 characters of `[a-zA-Z0-9_.\-:]`. */
export function jobTag(tenantId: string, attachmentId: string, run: number): string {
  return [shortId(tenantId), shortId(attachmentId), String(run)].join(':');
}

/** What `jobTag` named; undefined for another tag. */
export function readJobTag(
  tag: string | undefined,
): { tenantId: string; attachmentId: string; run: number } | undefined {
  const [tenant, attachment, run] = (tag ?? '').split(':');
  const [tenantId, attachmentId] = [longId(tenant), longId(attachment)];
  if (tenantId === undefined || attachmentId === undefined || !/^\d{1,9}$/.test(run ?? '')) return undefined;
  return { tenantId, attachmentId, run: Number(run) };
}

/** A UUID in 22 characters. */
const shortId = (id: string): string => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');

function longId(short: string | undefined): string | undefined {
  const hex = Buffer.from(short ?? '', 'base64url').toString('hex');
  return hex.length === 32 ? hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : undefined;
}
