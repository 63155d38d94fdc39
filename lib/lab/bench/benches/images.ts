/** The overhead of safe image resizing, and the cost of reading a stored size. */
import sharp from 'sharp';
import { downloadFile, getImage } from '../../../../shared/modules/attachments/delivery/delivery-contract.ts';
import { renderImage } from '../../../../shared/modules/attachments/delivery/image-render.ts';
import { requireImageFormat } from '../../../../shared/modules/attachments/delivery/image-type.ts';
import type { Bench, BenchContext, Measurement } from '../bench.ts';
import { aPhoto, bytesOf, uploadPicture } from '../images.ts';
import { sized } from '../size.ts';
import { alternate, median, timed } from '../statistics.ts';

const renders = sized(15, 1);
const [width, height] = [640, 480];

/** The endpoint's own steps from bytes to bytes: type detection, header, limits, rotation, resizing, encoding. */
async function measureRender(): Promise<Measurement> {
  const photo = await aPhoto(4_000, 3_000);
  const render = () =>
    renderImage(photo, requireImageFormat('image/jpeg', photo), { width, height, cropType: 'cover' });
  const bare = () => sharp(photo).resize(width, height).jpeg().toBuffer();
  // Both as in a warm function.
  await Promise.all([render(), bare()]);
  const { ours, other } = await alternate(renders, {
    ours: () => timed(render),
    other: () => timed(bare),
  });
  return {
    ours: median(ours),
    other: median(other),
    notes: [`a JPEG of 4 000 x 3 000 pixels and ${photo.length} bytes, ${width} x ${height}`],
  };
}

const deliveries = sized(60, 2);

/** A stored size compared with a file of the same bytes: same transport, caller, row and partition. */
async function measureCached(context: BenchContext): Promise<Measurement> {
  const platform = await context.platform();
  const caller = await platform.tenantWithFiles(0);
  const pictureId = await uploadPicture(platform, caller, await aPhoto(1_600, 1_200));
  const thumbnail = `${getImage.path.replace('{id}', pictureId)}?width=${width}&height=${height}`;
  const bytes = await bytesOf(platform, caller, thumbnail);
  const fileId = await uploadPicture(platform, caller, bytes);
  const file = downloadFile.path.replace('{id}', fileId);
  // The first calls start the functions.
  await Promise.all([thumbnail, file].map((path) => bytesOf(platform, caller, path)));
  const { ours, other } = await alternate(deliveries, {
    ours: () => timed(() => bytesOf(platform, caller, thumbnail)),
    other: () => timed(() => bytesOf(platform, caller, file)),
  });
  const { actions } = await platform.call(caller, 'GET', thumbnail);
  return {
    ours: median(ours),
    other: median(other),
    notes: [`${bytes.length} bytes, median of ${deliveries}; ${actions}`],
  };
}

export const imageBenches: readonly Bench[] = [
  {
    name: 'image-render',
    unit: 'ms per image',
    against: 'bare sharp',
    bar: 1.15,
    measure: measureRender,
  },
  {
    name: 'image-cached',
    unit: 'ms per thumbnail',
    against: 'a file of the same bytes',
    bar: 1.3,
    measure: measureCached,
  },
];
