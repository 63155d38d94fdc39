import { hash } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { deleteObjects, listObjects } from '../../../shared/kernel/files/bucket.ts';
import { thumbnailKey, thumbnailPrefix } from '../../../shared/kernel/files/object-keys.ts';
import { settings } from '../../../shared/kernel/settings/settings.ts';
import { toItem } from '../../../shared/kernel/table/item.ts';
import { limitKey } from '../../../shared/kernel/table/keys.ts';
import { getItem } from '../../../shared/kernel/table/read.ts';
import { transact, updateItem } from '../../../shared/kernel/table/write.ts';
import type { Attachment } from '../../../shared/modules/attachments/attachment.ts';
import { getAttachment } from '../../../shared/modules/attachments/attachment-store.ts';
import { thumbnailLimits } from '../../../shared/modules/attachments/delivery/image-limits.ts';
import { ownerOf } from '../../../shared/modules/attachments/delivery/readable-file.ts';
import { keptSizesKey, thumbnailsKey } from '../../../shared/modules/attachments/keys.ts';
import { productsPartition } from '../../../shared/modules/attachments/partitions/partition.ts';
import { aFile } from '../../support/builders/attachments.ts';
import { aStoredFile } from '../../support/builders/files.ts';
import { anImage, aPhoto, gifOfFrames, pngDeclaring } from '../../support/builders/images.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { callsOf } from '../../support/clients/api.ts';
import { type BytesResponse, getBytes } from '../../support/clients/bytes.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { during } from '../../support/fault-injection/faults.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const url = ({ id }: Pick<Attachment, 'id'>, query = '', slug = '') =>
  `/api/attachments/image/${id}${slug}${query && `?${query}`}`;
const actionsOf = async (answer: BytesResponse) => (await callsOf(answer)).map(({ action }) => action);

let caller: TestCaller;
let photo: Attachment;
let photoBytes: Buffer;

const aPicture = (bytes: Uint8Array, mimeType: string, more = {}) =>
  aStoredFile(caller, bytes, { fileName: 'picture', mimeType, ...more });

async function storedSizes(attachment: Attachment): Promise<string[]> {
  const prefix = thumbnailPrefix(ownerOf(attachment));
  const keys = await Array.fromAsync(listObjects(prefix), ({ key }) => key.slice(prefix.length));
  return keys.toSorted();
}

/** Claims this many sizes for longer than the test takes. */
async function keepSizes(image: Attachment, count: number): Promise<void> {
  const untilMs = Date.now() + 600_000;
  const kept = Array.from({ length: count }, (_, index) => [`w${1_000 + index}-hauto-ccover`, { untilMs }]);
  const variants = Object.fromEntries(kept);
  await transact([
    { put: toItem(thumbnailsKey(image, image.id), 'thumbnails', { variants }, { revision: 1 }) },
  ]);
}

beforeAll(async () => {
  caller = await aTenant();
  photoBytes = await aPhoto(300, 200);
  photo = await aPicture(photoBytes, 'image/jpeg', { fileName: 'Front view.jpg' });
});

describe('an image', () => {
  it('is returned in the requested size, rendered once and then read', async () => {
    const image = await aPicture(photoBytes, 'image/jpeg');
    const first = await getBytes(url(image, 'width=100&height=100'), { as: caller });
    expect(first.status).toBe(200);
    const found = ['UpdateItem', 'GetItem', 'GetItem', 'GetObject'];
    // The first UpdateItem counts the rendering, the second the stored bytes, the third records the size.
    const claimed = ['GetItem', 'UpdateItem', 'TransactWriteItems'];
    const made = [...claimed, 'GetObject', 'UpdateItem', 'PutObject', 'UpdateItem'];
    expect(await actionsOf(first)).toEqual([...found, ...made]);

    const second = await getBytes(url(image, 'width=100&height=100&cropType=cover'), { as: caller });
    expect(second.bytes.equals(first.bytes)).toBe(true);
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(await actionsOf(second)).toEqual(found);
    expect(await storedSizes(image)).toEqual(['w100-h100-ccover']);
  });

  it('is returned unchanged without a size, and nothing is stored', async () => {
    const image = await aPicture(gifOfFrames(3), 'image/gif');
    const answer = await getBytes(url(image, 'cropType=contain'), { as: caller });
    expect(await actionsOf(answer)).toEqual(['UpdateItem', 'GetItem', 'GetItem', 'GetObject']);
    expect(await storedSizes(image)).toEqual([]);
  });

  it('in the client’s cache returns 304 before anything is read or rendered', async () => {
    const { headers } = await getBytes(url(photo, 'width=50'), { as: caller });
    const etag = headers.get('etag') ?? '';
    const again = await getBytes(url(photo, 'width=50'), { as: caller, headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    expect(await actionsOf(again)).toEqual(['UpdateItem', 'GetItem', 'GetItem']);
  });

  it('is not rendered again for HEAD', async () => {
    const image = await aPicture(photoBytes, 'image/jpeg');
    const head = () => getBytes(url(image, 'width=60'), { as: caller, method: 'HEAD' });
    const [made, read] = [await head(), await head()];
    expect(made.headers.get('etag')).toBe(read.headers.get('etag'));
    expect(await actionsOf(read)).toContain('HeadObject');
  });
});

describe('a file that cannot be decoded as an image', () => {
  const cases: [string, string, () => Uint8Array, number, string][] = [
    ['a GIF named PNG', 'image/png', () => gifOfFrames(1), 400, 'image_type_mismatch'],
    ['half a JPEG', 'image/jpeg', () => photoBytes.subarray(0, 2_000), 400, 'unreadable_image'],
    ['of 400 million pixels', 'image/png', () => pngDeclaring(20_000, 20_000), 413, 'image_too_large'],
  ];
  it.each(cases)('is %s', async (_, mimeType, bytesOf, status, code) => {
    const image = await aPicture(bytesOf(), mimeType);
    const answer = await getBytes(url(image, 'width=10'), { as: caller });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await storedSizes(image)).toEqual([]);
    // The attempt leaves no claim that others would wait for.
    const kept = await getItem(thumbnailsKey(caller, image.id));
    expect(kept?.variants ?? {}).toEqual({});
    // The original is refused as well, except for damage after the header.
    if (code !== 'unreadable_image') expect((await getBytes(url(image), { as: caller })).status).toBe(status);
  });

  it('is an image of more than 25 MB, which is not read', async () => {
    const image = await aPicture(await anImage('png'), 'image/png', { fileSize: 26_214_401 });
    const answer = await getBytes(url(image, 'width=10'), { as: caller });
    expect([answer.status, answer.body.code]).toEqual([413, 'image_too_large']);
  });

  it('is a row without an object: 404', async () => {
    const lost = await aStoredFile(caller, null, { mimeType: 'image/png' });
    expect((await getBytes(url(lost, 'width=10'), { as: caller })).status).toBe(404);
    expect((await getBytes(url(lost), { as: caller })).status).toBe(404);
  });
});

describe('the sizes of an image', () => {
  it('are rendered once for parallel requests', async () => {
    const image = await aPicture(await aPhoto(1_500, 1_000), 'image/jpeg');
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => getBytes(url(image, 'width=400'), { as: caller })),
    );
    const [first] = answers;
    for (const { status, bytes } of answers) {
      expect(status).toBe(200);
      expect(bytes.equals(first?.bytes ?? Buffer.alloc(0))).toBe(true);
    }
    const actions = (await Promise.all(answers.map(actionsOf))).flat();
    expect(actions.filter((action) => action === 'PutObject')).toHaveLength(1);
  });

  it('are stored for at most 64 sizes; others are rendered for each request', async () => {
    const image = await aPicture(await anImage('png', 8, 8), 'image/png');
    const room = 4;
    await keepSizes(image, thumbnailLimits.variants - room);
    // The requests compete for the last sizes.
    const widths = Array.from({ length: room + 4 }, (_, index) => index + 1);
    const answers = await Promise.all(
      widths.map((width) => getBytes(url(image, `width=${width}`), { as: caller })),
    );
    expect(answers.map(({ status }) => status)).toEqual(widths.map(() => 200));
    const stored = await storedSizes(image);
    expect(stored).toHaveLength(room);
    const item = await getItem(thumbnailsKey(caller, image.id));
    expect(Object.keys(item?.variants ?? {})).toHaveLength(thumbnailLimits.variants);
    expect(Object.keys(item?.variants ?? {})).toEqual(expect.arrayContaining(stored));

    const beyond = await getBytes(url(image, 'width=99'), { as: caller });
    expect(await sharp(beyond.bytes).metadata()).toMatchObject({ width: 99 });
    expect(await actionsOf(beyond)).not.toContain('PutObject');
    expect(await storedSizes(image)).toHaveLength(room);
  });

  it('are rendered again if the bucket has lost one', async () => {
    const image = await aPicture(await anImage('png'), 'image/png');
    const first = await getBytes(url(image, 'width=30'), { as: caller });
    await deleteObjects([thumbnailKey(ownerOf(image), 'w30-hauto-ccover')]);
    const again = await getBytes(url(image, 'width=30'), { as: caller });
    expect(again.bytes.equals(first.bytes)).toBe(true);
    expect(await storedSizes(image)).toEqual(['w30-hauto-ccover']);
  });

  it('are deleted with the attachment, also those in progress', async () => {
    const content = await anImage('jpeg');
    const item = await aFile(caller.api, {}, { filename: 'front.jpg', value: content });
    const image = await getAttachment(caller, item.id);
    if (image === undefined) throw new Error('The upload left no row.');
    await getBytes(url(image, 'width=30'), { as: caller });
    const name = 'w250-hauto-ccover';
    // The attachment is deleted after rendering and before storage.
    const fault = { effect: 'latency', latencyMs: 5_000, service: 's3', action: 'PutObject' } as const;
    const answer = await during({ ...fault, bodyContains: `${image.id}/${name}` }, async () => {
      const slow = getBytes(url(image, 'width=250'), { as: caller });
      await eventually('the claim', async () => {
        const kept = await getItem(thumbnailsKey(caller, image.id));
        return Object.hasOwn(kept?.variants ?? {}, name) ? kept : undefined;
      });
      expect((await caller.api.delete(`/api/attachments?id=${image.id}`)).status).toBe(200);
      return slow;
    });
    expect(answer.status).toBe(200);
    expect(await actionsOf(answer)).toContain('DeleteObjects');
    expect(await storedSizes(image)).toEqual([]);
    expect(await getItem(thumbnailsKey(caller, image.id))).toBeUndefined();
    expect((await getBytes(url(image, 'width=30'), { as: caller })).status).toBe(404);
  });
});

describe('the budget of a tenant’s images', () => {
  const aPublicImage = async () => {
    const owner = await aTenant();
    const image = await aStoredFile(owner, photoBytes, {
      fileName: 'picture.jpg',
      mimeType: 'image/jpeg',
      partitionCode: productsPartition,
    });
    return { owner, image };
  };
  /** Uses up the budget of this minute and the next. */
  async function useUp({ tenantId }: TestCaller, policy: string): Promise<void> {
    const minute = Math.floor(Date.now() / 60_000);
    const count = Number(settings.IMAGE_RENDERS_PER_MINUTE);
    await updateItem({
      Key: limitKey(policy, hash('sha256', tenantId, 'hex')),
      UpdateExpression: 'SET #now = :count, #next = :count, lastMs = :ms',
      ExpressionAttributeNames: { '#now': `w${minute}`, '#next': `w${minute + 1}` },
      ExpressionAttributeValues: { ':count': count, ':ms': Date.now() },
    });
  }

  it('stops renderings for callers without credentials only', async () => {
    const { owner, image } = await aPublicImage();
    expect((await getBytes(url(image, 'width=50'))).status).toBe(200);
    await useUp(owner, 'public-images');
    const refused = await getBytes(url(image, 'width=51'));
    expect(refused.status).toBe(429);
    expect(JSON.parse(refused.bytes.toString())).toMatchObject({ code: 'rate_limited' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // Stored sizes and originals do not use the budget.
    expect((await getBytes(url(image, 'width=50'))).status).toBe(200);
    expect((await getBytes(url(image))).status).toBe(200);
    expect((await getBytes(url(image, 'width=51'), { as: owner })).status).toBe(200);
    expect((await getBytes(url(image, 'width=51'))).status).toBe(200);
  });

  it('also counts sizes that are not stored', async () => {
    const { owner, image } = await aPublicImage();
    await keepSizes(image, thumbnailLimits.variants);
    expect((await getBytes(url(image, 'width=60'))).status).toBe(200);
    await useUp(owner, 'public-images');
    expect((await getBytes(url(image, 'width=60'))).status).toBe(429);
  });

  it('stores no more sizes after the tenant’s monthly limit of bytes', async () => {
    const { owner, image } = await aPublicImage();
    const month = new Date().toISOString().slice(0, 7);
    const bytes = Number(settings.KEPT_IMAGES_QUOTA_MB) * 1_048_576;
    await transact([{ add: keptSizesKey(owner, month), amounts: { bytes } }]);
    expect((await getBytes(url(image, 'width=70'))).status).toBe(200);
    expect((await getBytes(url(image, 'width=70'))).status).toBe(200);
    expect(await storedSizes(image)).toEqual([]);
  });
});
