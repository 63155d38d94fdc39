/** The endpoints of share links: signed URLs with which anyone can read a file until they expire or are revoked. */
import * as z from 'zod/mini';
import { creates, defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, nameText, text, timestamp, uuid } from '../../../kernel/http/fields.ts';
import { attachmentsPath, base, described, exampleIds, Ok, plain } from '../common-contract.ts';
import { shareLimits as limits } from '../limits.ts';

const path = `${attachmentsPath}/library/{id}/shares`;
const fileId = text(200).check(about('Id of the attachment.', exampleIds.attachment));
const params = z.object({ id: fileId });

const tokenExample =
  'q0Xv3l8VfYxT0N1mW2k4bQ7rJ5sH6dGa.1772962200.3f1c8b7a6d5e4f3a2b1c0d9e8f7a6b5c4d3e2f1a0b9';

const Share = z
  .object({
    id: uuid('Id of the link.'),
    name: described(z.nullable(z.string()), 'Purpose of the link.', 'For the auditor'),
    createdBy: plain('User or API key that created the link.', 'user:9d1a7b7e-3f0c-4f43-9a39-5a0a6f6f1c33'),
    createdAt: timestamp('When the link was created.'),
    expiresAt: timestamp('When the link expires.', '2026-03-08T09:30:00.000Z'),
  })
  .check(z.meta({ id: 'ShareLink', description: 'A link with which anyone can read a file.' }));
export type Share = z.infer<typeof Share>;

export const CreateShare = z.object({
  name: z.optional(nameText(limits.name)).check(about('Purpose of the link.', 'For the auditor')),
  expiresInSeconds: z
    ._default(z.int().check(z.gte(limits.minSeconds), z.lte(limits.maxSeconds)), limits.defaultSeconds)
    .check(
      about(
        `How long the link is valid, ${limits.minSeconds} seconds to ${limits.maxSeconds / 86_400} days.`,
        limits.defaultSeconds,
      ),
    ),
});
export type CreateShare = z.infer<typeof CreateShare>;

export const createShare = defineEndpoint({
  ...base,
  scope: 'organization',
  ...operation('createShare', 'POST', path),
  summary: 'Share a file by a link',
  description:
    'Creates a signed URL with which anyone can download the file without credentials, from any partition, ' +
    'until the link expires, is revoked or the file is deleted. The URL is shown only in this response. A file ' +
    `can have ${limits.perFile} links at a time.`,
  feature: 'attachments.manage',
  params,
  body: CreateShare,
  bodyOptional: true,
  success: creates(
    z.object({
      ...Share.shape,
      url: plain(
        'URL of the file; it is not shown again.',
        `https://api.example.com/api/attachments/shared/${tokenExample}`,
      ),
    }),
  ),
  errors: ['already_created', 'not_found', 'limit_reached'],
  permissions: { table: ['GetItem', 'Query', 'PutItem', 'ConditionCheckItem'] },
});

export const listShares = defineEndpoint({
  ...base,
  scope: 'organization',
  ...operation('listShares', 'GET', path),
  summary: 'List the share links of a file',
  description: 'Returns the links that are valid now, newest first, without their URLs.',
  feature: 'attachments.view',
  params,
  success: returns(
    z.object({
      items: z.array(Share).check(about('The links, the newest first.')),
    }),
  ),
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['GetItem', 'Query'] },
});

export const revokeShare = defineEndpoint({
  ...base,
  scope: 'organization',
  ...operation('revokeShare', 'DELETE', `${path}/{shareId}`),
  summary: 'Revoke a share link',
  description: 'The URL of the link returns 404 from the next request on.',
  feature: 'attachments.manage',
  params: z.object({ id: fileId, shareId: uuid('Id of the link.') }),
  success: returns(Ok),
  errors: ['not_found'],
  permissions: { table: ['GetItem', 'PutItem', 'DeleteItem'] },
});
