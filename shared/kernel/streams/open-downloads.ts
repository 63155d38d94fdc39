/**
 * Slots of the downloads and exports that their clients have not received yet. Each of them occupies a function, so one
 * tenant's files or one address could otherwise occupy all of them. Short bodies are sent without waiting for their
 * reader and need no slot.
 */
import { hash } from 'node:crypto';
import { addressKey } from '../auth/address-key.ts';
import { TooManyDownloadsError } from '../errors/errors.ts';
import { integerSetting } from '../settings/settings.ts';
import { limitKey } from '../table/keys.ts';
import { type Slots, takeSlot } from '../table/limiter.ts';
import type { BodyChunk } from './reader-pace.ts';

/** Part of the key; the grant of streaming functions names it as well. */
const policy = 'downloads';

const limits = {
  perTenant: integerSetting('DOWNLOADS_PER_TENANT'),
  perAddress: integerSetting('DOWNLOADS_PER_ADDRESS'),
};

/** The platform keeps at least this many bytes of a response in buffers between a function and its client. */
const bufferedBytes = 262_144;
/** A slot outlives its function by this time, and only the slot of a killed function expires. */
const marginMs = 5_000;
/** Slots expire later than downloads end: most are received within seconds, and slow clients are disconnected. */
const maxRetrySeconds = 10;

/** The tenant whose files or rows are read, and the client. */
export interface Reader {
  tenantId: string;
  ip: string;
  /** Time until the function is stopped. */
  remainingMs: number;
}

/** The slots of a tenant's downloads that an address may take. */
export const downloadSlots = ({ tenantId, ip }: Pick<Reader, 'tenantId' | 'ip'>): Slots => ({
  key: limitKey(policy, hash('sha256', tenantId, 'hex')),
  entity: 'downloads',
  max: limits.perTenant,
  holder: { name: addressKey(ip), max: limits.perAddress },
});

/**
 * Takes a slot for a download, and returns the function that releases it. Throws TooManyDownloadsError, with the time
 * until one is free, when the tenant or the address has none left.
 */
async function takeDownloadSlot({ remainingMs, ...reader }: Reader): Promise<() => Promise<void>> {
  const nowMs = Date.now();
  const slot = await takeSlot(downloadSlots(reader), { nowMs, untilMs: nowMs + remainingMs + marginMs });
  if ('freeInSeconds' in slot)
    throw new TooManyDownloadsError(limits, Math.min(slot.freeInSeconds, maxRetrySeconds));
  let released: Promise<void> | undefined;
  return () => {
    released ??= slot.release();
    return released;
  };
}

/** The beginning of a body, up to the bytes that are sent without waiting for the client. */
async function readAhead(body: AsyncIterator<BodyChunk>): Promise<{ chunks: BodyChunk[]; isWhole: boolean }> {
  const chunks: BodyChunk[] = [];
  let bytes = 0;
  while (bytes <= bufferedBytes) {
    const next = await body.next();
    if (next.done) return { chunks, isWhole: true };
    chunks.push(next.value);
    bytes += Buffer.byteLength(next.value);
  }
  return { chunks, isWhole: false };
}

async function* joined(
  chunks: readonly BodyChunk[],
  rest: AsyncIterator<BodyChunk>,
  isWhole: boolean,
): AsyncGenerator<BodyChunk> {
  let isDone = isWhole;
  try {
    yield* chunks;
    while (!isDone) {
      const next = await rest.next().catch((error: unknown) => {
        isDone = true;
        throw error;
      });
      if (next.done) isDone = true;
      else yield next.value;
    }
  } finally {
    if (!isDone) await rest.return?.();
  }
}

/**
 * The same body, and what releases its slot, if it needs one. Throws TooManyDownloadsError before the response begins;
 * the body is then closed.
 */
export async function withDownloadSlot(
  body: AsyncIterator<BodyChunk>,
  reader: Reader,
): Promise<{ body: AsyncIterator<BodyChunk>; release: () => Promise<void> }> {
  const { chunks, isWhole } = await readAhead(body);
  if (isWhole) return { body: joined(chunks, body, true), release: async () => undefined };
  try {
    const release = await takeDownloadSlot(reader);
    return { body: joined(chunks, body, false), release };
  } catch (error) {
    await body.return?.();
    throw error;
  }
}
