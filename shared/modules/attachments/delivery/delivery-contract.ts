/** Delivery: the file as it was uploaded, and images in the size that is asked for. */
import * as z from 'zod/mini';
import { defineEndpoint } from '../../../kernel/http/endpoint-spec.ts';
import { queryBoolean, queryInteger, rawBody, text, uuid } from '../../../kernel/http/fields.ts';
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
  'Files of a public partition are for everybody, unless the deployment demands credentials for those as well. Files ' +
  'of private partitions are for callers who act in their organization, and for super admins: without credentials ' +
  'the response is 401, with those of others 404. An invalid key or token in a header is refused; a cookie of a session that ' +
  'has ended, or of an organization that is gone, counts as none.';

const deliveryHeaders = {
  'cache-control':
    'Private files: `private, max-age=60`. Public ones: `public` for a day, resized images for an hour.',
  'content-security-policy': 'Lets nothing of the file run.',
  'content-disposition': 'How a browser takes the file, and its name.',
  'content-length': 'Bytes of the response, where they are known beforehand.',
} as const;

const params = z.object({ id: uuid('Id of the attachment.') });

/** Items name addresses with it, so that caches keep versions apart. */
const v = z.optional(queryInteger(1, 1_000_000_000)).check(
  z.meta({
    description: 'Keeps caches of versions apart; any value delivers the current version.',
    examples: [2],
  }),
);

export const DownloadFile = z.object({
  download: z
    .optional(queryBoolean())
    .check(
      z.meta({ description: 'True has browsers save the file instead of showing it.', examples: [true] }),
    ),
});

/** A value of its own: bundles of the one endpoint must not hold the row of the other. */
export const fileSuccess = {
  status: 200,
  description: 'The file; with 206 a part of it.',
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
    'content-range': 'With 206: which bytes these are, and how many there are.',
  },
} as const;

export const downloadFile = defineEndpoint({
  ...base,
  operationId: 'downloadFile',
  path: '/api/attachments/file/{id}',
  summary: 'Download a file',
  description:
    `The current version of the file as it was uploaded, byte for byte. ${readers}\n\nImages (AVIF, BMP, GIF, JPEG, PNG and WebP) are ` +
    'shown by browsers, everything else is saved, as `application/octet-stream`. A `Range` of bytes is answered with ' +
    '206 and that part, so that interrupted downloads go on; several ranges at once with the whole file. `If-Range` ' +
    'takes the `ETag`, which changes with the bytes and with nothing else. `HEAD` answers the headers alone.',
  params,
  query: z.object({ ...DownloadFile.shape, v }),
  success: fileSuccess,
  errors: ['not_found', 'unauthenticated', 'range_not_satisfiable'],
  permissions: { table: ['GetItem'], files: ['read originals', 'list'] },
  // A client may take 25 MB as slowly as a poor mobile connection lets it.
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
    'The current version of the file that a share link opens, byte for byte, without credentials: the signed address is the permission. An ' +
    'address that is wrong, has expired or was revoked is 404, which says nothing about files. All links of a tenant ' +
    `together serve ${shareLimits.downloadsPerMinute} requests a minute, and a client may try ` +
    `${shareLimits.refusedPerMinute} addresses in vain; beyond that the response is 429. Ranges and \`HEAD\` work as with ` +
    '`GET /api/attachments/file/{id}`.',
  params: z.object({
    token: text(200).check(
      z.meta({
        description: 'What follows the last slash of the address.',
        examples: ['q0Xv….1772962200.3f1c…'],
      }),
    ),
  }),
  query: DownloadFile,
  success: {
    ...fileSuccess,
    headers: {
      ...fileSuccess.headers,
      'referrer-policy': '`no-referrer`: the address is the permission.',
      'x-robots-tag': '`noindex`',
    },
  },
  errors: ['not_found', 'range_not_satisfiable', 'rate_limited'],
  permissions: { limits: 'count', table: ['GetItem'], files: ['read originals', 'list'] },
  timeoutSeconds: 300,
});

const side = (name: string) =>
  z.optional(queryInteger(1, imageLimits.sidePixels)).check(
    z.meta({
      description: `${name} in pixels, 1 to ${imageLimits.sidePixels}; what is left out follows from the proportions.`,
      examples: [640],
    }),
  );

export const GetImage = z.object({
  v,
  width: side('Width'),
  height: side('Height'),
  cropType: z._default(z.enum(['cover', 'contain']), 'cover').check(
    z.meta({
      description:
        '`cover` fills the size and cuts off what is over; `contain` shows everything and fills up the rest, ' +
        'transparent, or white in a JPEG.',
      examples: ['cover'],
    }),
  ),
});

export const getImage = defineEndpoint({
  ...base,
  operationId: 'getImage',
  path: '/api/attachments/image/{id}',
  otherPaths: ['/api/attachments/image/{id}/{slug+}'],
  summary: 'Show an image, resized when a size is asked for',
  description:
    `A JPEG, PNG, GIF or WebP in the size that is asked for and in its own format; upright, without metadata, of an ` +
    'animation the first frame. Without `width` and `height` the image is delivered as it was uploaded. What follows ' +
    `the id in the path is only for people: \`/api/attachments/image/{id}/front-view.jpg\` is the same. ${readers}\n\n` +
    `The first ${thumbnailLimits.variants} sizes of an image are kept for ${thumbnailLimits.keptDays} days; others ` +
    `are made for each request. ${settings.IMAGE_RENDERS_PER_MINUTE} images of a tenant are resized in a minute ` +
    '(`IMAGE_RENDERS_PER_MINUTE` of the deployment), for callers with credentials and for those without; then the ' +
    `answer is 429, and sizes that are kept are still delivered. Images of more than ${imageLimits.pixels / 1_000_000} million pixels, ` +
    `${imageLimits.frames} frames or 25 MB are refused, and so are those whose bytes are not what their type says.`,
  params,
  query: GetImage,
  success: {
    status: 200,
    description: 'The image.',
    contentTypes: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
    result: rawBody('The bytes of the image.'),
    headers: deliveryHeaders,
  },
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
    table: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    files: ['read originals', 'read thumbs', 'write thumbs', 'delete thumbs', 'list'],
  },
  // A whole core, which is all that the decoder uses for an image, and room for the largest one: 160 MB of pixels, as
  // much again when it must be turned, the file, and the result.
  // https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html
  memoryMb: 1769,
  // Waiting for the same size being made elsewhere, then making it, then a slow client.
  timeoutSeconds: 120,
});
