/**
 * Sizes of images, made once and kept in the bucket. Requests for the same size at the same time make it once, however
 * many instances they run in (`variant-claim.ts`); what would exceed the number of kept sizes is made and not kept.
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
  /** Of the size. */
  name: string;
  /** Of its object. */
  key: string;
  contentType: string;
  headOnly: boolean;
  /** Whose budget it counts against when it has to be made. */
  caller: RenderCaller;
  render: () => Promise<Uint8Array>;
}

/** Between two looks at what another request is making: short at first, most images take a fraction of a second. */
const pollMs = { first: 50, longest: 400 } as const;

async function openStored({ key, headOnly }: ThumbnailRequest): Promise<OpenBody | undefined> {
  const lengthOf = (bytes: number) => ({ 'content-length': String(bytes) });
  if (headOnly) {
    const head = await headObject(key);
    return head && { headers: lengthOf(head.bytes) };
  }
  const object = await openObject(key);
  return object && { chunks: object.body, headers: lengthOf(object.bytes) };
}

/**
 * Stores what was made under a claim. An attachment that was deleted meanwhile had its sizes purged, perhaps before
 * this one was there: then it is deleted here. Nothing is stored while the tenant keeps as much as it may. (Should this process die in between, the bucket's lifecycle does it.)
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
  if (claimResult === 'gone') await deleteObjects([key]);
}

async function renderAndStore(request: ThumbnailRequest, claim: string): Promise<Uint8Array> {
  let bytes: Uint8Array;
  try {
    bytes = await request.render();
  } catch (error) {
    // Others who wait for it find out for themselves.
    await releaseVariant(request.owner, request.name, claim);
    throw error;
  }
  // Who asked gets the image, whether or not it could be kept for the next one.
  await store(request, claim, bytes).catch((error: unknown) =>
    log('warn', 'a thumbnail was not stored', { key: request.key, error: describeError(error) }),
  );
  return bytes;
}

/** The size as it is stored, or its bytes when it had to be made. Throws what `render` throws, NotFoundError, RateLimitedError. */
export async function openThumbnail(request: ThumbnailRequest): Promise<OpenBody | Uint8Array> {
  const { owner, name, caller, render } = request;
  const stored = await openStored(request);
  if (stored !== undefined) return stored;
  const claim = randomUUID();
  let isCounted = false;
  // Once, however often the claim is tried.
  const count = async () => {
    if (!isCounted) await countRendering(caller, Date.now());
    isCounted = true;
  };
  const giveUpAtMs = Date.now() + thumbnailLimits.waitSeconds * 1_000;
  let lost = false;
  for (let waitMs = pollMs.first as number; Date.now() < giveUpAtMs; ) {
    const decision = await claimVariant(owner, name, { claim, nowMs: Date.now(), lost }, count);
    if (decision?.kind === 'claimed') return renderAndStore(request, claim);
    if (decision?.kind === 'full') break;
    if (decision?.kind === 'stored') {
      const now = await openStored(request);
      if (now !== undefined) return now;
      lost = true;
    }
    if (decision?.kind === 'wait') {
      await sleep(waitMs);
      waitMs = Math.min(waitMs * 2, pollMs.longest);
    }
  }
  await count();
  return render();
}
