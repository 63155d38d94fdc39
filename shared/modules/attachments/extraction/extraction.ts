/** The state of an attachment's text extraction. Pure. */
import { cutToBytes } from './content.ts';
import { extractionLimits } from './limits.ts';

/** Stored in the attachment's row. */
export interface Extraction {
  /** Incremented by each request, so that late results of earlier runs are recognized. */
  run: number;
  /** Size of the whole text in UTF-8. */
  bytes: number;
  /** Whether the stored text was truncated. */
  truncated: boolean;
  /** Whether the words are indexed. */
  indexed: boolean;
  /** Why the last run failed. */
  error: string | null;
  /** Names what could not be read; absent if everything was. */
  warnings?: string[];
}

export const noExtraction: Extraction = { run: 1, bytes: 0, truncated: false, indexed: false, error: null };

interface ExtractedRow {
  extraction?: Extraction | undefined;
}

export function extractionOf({ extraction }: ExtractedRow): Extraction {
  return extraction ?? noExtraction;
}

/** Returns where a text of this size is stored: in the row, in a separate item, or in the bucket. */
export function storageOfText(bytes: number): 'row' | 'item' | 'object' {
  if (bytes <= extractionLimits.rowBytes) return 'row';
  return bytes <= extractionLimits.itemBytes ? 'item' : 'object';
}

/** Returns the part of a text that is stored in the row, for lists. */
export function beginningOf(text: string): string | null {
  return text === '' ? null : cutToBytes(text, extractionLimits.rowBytes);
}

/** Returns whether this run of the attachment's extraction is still open. */
export function isOpen(attachment: ExtractedRow & { contentStatus: string }, run: number): boolean {
  return attachment.contentStatus === 'pending' && extractionOf(attachment).run === run;
}

/** Builds the tag of a Textract job, which identifies the run: at most 64 characters of `[a-zA-Z0-9_.\-:]`. */
export function jobTag(tenantId: string, attachmentId: string, run: number): string {
  return [shortId(tenantId), shortId(attachmentId), String(run)].join(':');
}

/** Parses a tag of `jobTag`; undefined for any other tag. */
export function readJobTag(
  tag: string | undefined,
): { tenantId: string; attachmentId: string; run: number } | undefined {
  const [tenant, attachment, run] = (tag ?? '').split(':');
  const [tenantId, attachmentId] = [longId(tenant), longId(attachment)];
  if (tenantId === undefined || attachmentId === undefined || !/^\d{1,9}$/.test(run ?? '')) return undefined;
  return { tenantId, attachmentId, run: Number(run) };
}

/** Encodes a UUID in 22 characters. */
const shortId = (id: string): string => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');

function longId(short: string | undefined): string | undefined {
  const hex = Buffer.from(short ?? '', 'base64url').toString('hex');
  return hex.length === 32 ? hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : undefined;
}
