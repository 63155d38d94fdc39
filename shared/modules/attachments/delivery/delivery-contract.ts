/** The endpoints that deliver files as uploaded, and images in a requested size. */
import * as z from 'zod/mini';
import { defineEndpoint, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, queryBoolean, queryInteger, rawBody, text, uuid } from '../../../kernel/http/fields.ts';
import { settings } from '../../../kernel/settings/settings.ts';
import { shareLimits } from '../limits.ts';
import { imageLimits, thumbnailLimits } from './image-limits.ts';
import { sharePath } from './share-path.ts';

const base = {
  module: 'attachments',
  method: 'GET',
  transport: 'stream',
  auth: 'optional',
  scope: 'optional',
  etag: true,
} as const;

const readers =
  'Files of public partitions need no credentials unless the deployment requires them; those of private ' +
  'partitions are for callers of their organization and super admins: 401 without credentials, 404 with others. ' +
  'Files of a closed tenant or organization return 404. Invalid credentials in a header are rejected; cookies of ended ' +
  'sessions and organizations are ignored.';

const deliveryHeaders = {
  'cache-control':
    'Private files: `private, max-age=60`. Public ones: `public` for a day, resized images for an hour. `no-store` if ' +
    '`v` is no version yet.',
  'content-security-policy': 'Content security policy that blocks scripts in the file.',
  'content-disposition': 'Whether a browser shows or saves the file, and the file name.',
} as const;

const params = z.object({ id: uuid('Id of the attachment.') });

/** Part of URLs in responses, so that caches do not mix versions. */
const v = z
  .optional(queryInteger(1, 1_000_000_000))
  .check(about('Separates cached versions; every value returns the current version.', 2));

export const DownloadFile = z.object({
  download: z
    .optional(queryBoolean())
    .check(about('True makes browsers save the file instead of showing it.', true)),
});

/** A separate constant, so that the bundle of one endpoint does not contain the contract of the other. */
export const fileSuccess = {
  status: 200,
  description: 'The file, or with 206 a part of it.',
  contentTypes: [
    'application/octet-stream',
    'image/avif',
    'image/bmp',
    'image/gif',
    'image/jpeg',
    'image/png',
    'image/webp',
  ],
  result: rawBody('The bytes of the file.'),
  headers: {
    ...deliveryHeaders,
    'accept-ranges': '`bytes`',
    'content-range': 'With 206: the returned range and the size of the file.',
  },
} as const;

export const downloadFile = defineEndpoint({
  ...base,
  operationId: 'downloadFile',
  edgeCache: 'caller',
  path: '/api/attachments/file/{id}',
  summary: 'Download a file',
  description:
    `Returns the current version of the file as it was uploaded, byte for byte. ${readers}\n\nBrowsers show images ` +
    '(AVIF, BMP, GIF, JPEG, PNG and WebP) and save every other file, sent as `application/octet-stream`. A ' +
    'request with one `Range` of bytes returns 206 and that part, so that interrupted downloads can continue; a ' +
    'request with several ranges returns the whole file. `If-Range` takes the `ETag`, which changes only with ' +
    'the bytes. `HEAD` returns the headers only.',
  params,
  query: z.object({ ...DownloadFile.shape, v }),
  success: fileSuccess,
  errors: ['not_found', 'unauthenticated', 'range_not_satisfiable'],
  permissions: { table: ['GetItem', 'BatchGetItem'], files: ['read originals', 'list'] },
  // Enough for 25 MB over a slow mobile connection.
  timeoutSeconds: 300,
});

export const downloadSharedFile = defineEndpoint({
  ...base,
  auth: 'none',
  scope: 'none',
  operationId: 'downloadSharedFile',
  path: `${sharePath}/{token}`,
  summary: 'Download a file by a share link',
  description:
    'Returns the current version of the shared file, byte for byte. The signed URL is the credential. A URL ' +
    'that is wrong, expired or revoked returns 404, whether or not the file exists, and so does every URL while the ' +
    'tenant or organization is closed. All links of a tenant ' +
    `together serve ${shareLimits.downloadsPerMinute} requests per minute, and a client can try ${shareLimits.refusedPerMinute} invalid URLs per minute; beyond that the ` +
    'response is 429. Ranges and `HEAD` work as in `GET /api/attachments/file/{id}`.',
  params: z.object({
    token: text(200).check(about('The last path segment of the URL.', 'q0Xv….1772962200.3f1c…')),
  }),
  query: DownloadFile,
  success: {
    ...fileSuccess,
    headers: {
      ...fileSuccess.headers,
      'referrer-policy': '`no-referrer`, because the URL is the credential.',
      'x-robots-tag': '`noindex`',
    },
  },
  errors: ['not_found', 'range_not_satisfiable', 'rate_limited'],
  permissions: { limits: 'count', table: ['GetItem', 'BatchGetItem'], files: ['read originals', 'list'] },
  timeoutSeconds: 300,
});

const side = (name: string) =>
  z
    .optional(queryInteger(1, imageLimits.sidePixels))
    .check(
      about(
        `${name} in pixels, 1 to ${imageLimits.sidePixels}; a side that you leave out keeps the proportions.`,
        640,
      ),
    );

export const GetImage = z.object({
  v,
  width: side('Width'),
  height: side('Height'),
  cropType: z
    ._default(z.enum(['cover', 'contain']), 'cover')
    .check(
      about(
        '`cover` fills the size and crops the image; `contain` shows the whole image and fills the rest, ' +
          'transparent or, in a JPEG, white.',
        'cover',
      ),
    ),
});

export const getImage = defineEndpoint({
  ...base,
  operationId: 'getImage',
  edgeCache: 'caller',
  path: '/api/attachments/image/{id}',
  otherPaths: ['/api/attachments/image/{id}/{slug+}'],
  summary: 'Show an image, optionally resized',
  description:
    'Returns a JPEG, PNG, GIF or WebP image in the requested size and its own format, rotated upright and ' +
    'without metadata; of an animation, the first frame. Without `width` and `height`, the image is returned as ' +
    'it was uploaded. The path after the id is ignored: `/api/attachments/image/{id}/front-view.jpg` returns ' +
    `the same image. ${readers}\n\nThe first ${thumbnailLimits.variants} sizes of an image are stored for ${thumbnailLimits.keptDays} days; other sizes are rendered for ` +
    `each request. A tenant can resize ${settings.IMAGE_RENDERS_PER_MINUTE} images per minute (\`IMAGE_RENDERS_PER_MINUTE\` of the deployment), ` +
    'with and without credentials together; beyond that the response is 429, but stored sizes are still ' +
    `returned. Images of more than ${imageLimits.pixels / 1_000_000} million pixels, ${imageLimits.frames} frames or 25 MB are rejected, as are files whose ` +
    'bytes do not match their type.',
  params,
  query: GetImage,
  success: returns(rawBody('The bytes of the image.'), {
    contentTypes: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
    headers: deliveryHeaders,
  }),
  errors: [
    'not_found',
    'unauthenticated',
    'unsupported_image',
    'image_type_mismatch',
    'unreadable_image',
    'image_too_large',
    'rate_limited',
  ],
  permissions: {
    limits: 'count',
    table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    files: ['read originals', 'read thumbs', 'write thumbs', 'delete thumbs', 'list'],
  },
  // A whole core, as the decoder uses one per image, and enough memory for the largest image: 160 MB of pixels, the same
  // again for rotation, the file, and the result.
  // https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html
  memoryMb: 1769,
  // Time to wait for another request that renders the same size, then to render it, then for a slow client.
  timeoutSeconds: 120,
});
