/**
 * Renders sizes of images once and stores them in the bucket. Parallel requests for the same size, in any number of
 * instances, render it once (`variant-claim.ts`). Sizes beyond the maximum number are rendered but not stored.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { deleteObjects, headObject, openObject, putObject } from '../../../kernel/files/bucket.ts';
import type { FileOwner } from '../../../kernel/files/object-keys.ts';
import type { OpenBody } from '../../../kernel/http/stream-endpoint.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import { thumbnailLimits } from './image-limits.ts';
import { countKeptBytes, countRendering, type RenderCaller } from './render-budget.ts';
import { claimVariant, keepVariant, releaseVariant } from './thumbnail-store.ts';

export interface ThumbnailRequest {
  owner: FileOwner;
  /** Name of the size. */
  name: string;
  /** Key of the object. */
  key: string;
  contentType: string;
  headOnly: boolean;
  /** The caller whose budget a rendering uses. */
  caller: RenderCaller;
  render: () => Promise<Uint8Array>;
}

/** Intervals of polls while another request renders the size. Short at first, as most images take less than a second. */
const pollMs = { first: 50, max: 400 } as const;

async function openStored({ key, headOnly }: ThumbnailRequest): Promise<OpenBody | undefined> {
  if (headOnly) return (await headObject(key)) && {};
  const object = await openObject(key);
  return object && { chunks: object.body };
}

/**
 * Stores a rendered size unless the tenant's budget of stored bytes is exhausted. If the attachment was deleted during the
 * rendering, its purge may have missed this object, so it is deleted here. If this process dies before, the bucket's
 * lifecycle rule deletes it.
 */
async function store(
  { owner, name, key, contentType }: ThumbnailRequest,
  claim: string,
  bytes: Uint8Array,
): Promise<void> {
  if (!(await countKeptBytes(owner, bytes.length, Date.now()))) {
    await releaseVariant(owner, name, claim);
    return;
  }
  await putObject(key, bytes, { contentType });
  const claimResult = await keepVariant(owner, name, claim, Date.now());
  if (claimResult === 'deleted') await deleteObjects([key]);
}

async function renderAndStore(request: ThumbnailRequest, claim: string): Promise<Uint8Array> {
  let bytes: Uint8Array;
  try {
    bytes = await request.render();
  } catch (error) {
    // Released, so that waiting requests try it themselves.
    await releaseVariant(request.owner, request.name, claim);
    throw error;
  }
  // The caller receives the image even if storing it fails.
  await store(request, claim, bytes).catch((error: unknown) =>
    log('warn', 'storing a thumbnail failed', { key: request.key, error: describeError(error) }),
  );
  return bytes;
}

/** Returns the stored size, or its bytes if it was rendered. Throws NotFoundError, RateLimitedError and the errors of `render`. */
export async function openThumbnail(request: ThumbnailRequest): Promise<OpenBody | Uint8Array> {
  const { owner, name, caller, render } = request;
  const stored = await openStored(request);
  if (stored !== undefined) return stored;
  const claim = randomUUID();
  let isCounted = false;
  // Counts once, even if the claim is tried several times.
  const count = async () => {
    if (!isCounted) await countRendering(caller, Date.now());
    isCounted = true;
  };
  const deadlineMs = Date.now() + thumbnailLimits.waitSeconds * 1_000;
  let lost = false;
  for (let waitMs = pollMs.first as number; Date.now() < deadlineMs; ) {
    const decision = await claimVariant(owner, name, { claim, nowMs: Date.now(), lost }, count);
    if (decision?.kind === 'claimed') return renderAndStore(request, claim);
    if (decision?.kind === 'full') break;
    if (decision?.kind === 'stored') {
      const storedByOther = await openStored(request);
      if (storedByOther !== undefined) return storedByOther;
      lost = true;
    }
    if (decision?.kind === 'wait') {
      await sleep(waitMs);
      waitMs = Math.min(waitMs * 2, pollMs.max);
    }
  }
  await count();
  return render();
}
