/** The endpoints of storage partitions. */
import * as z from 'zod/mini';
import { creates, defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, nameText, text, timestamp, uuid } from '../../../kernel/http/fields.ts';
import { attachmentsPath, base, described, Ok, plain } from '../common-contract.ts';
import { partitionLimits as limits, versionLimits } from '../limits.ts';
import { storageDrivers } from './partition.ts';

const code = text(limits.code, limits.minCode)
  .check(z.regex(/^[A-Za-z0-9_-]+$/, { error: 'must contain only letters, digits, underscores and hyphens' }))
  .check(about('Code of letters, digits, `_` and `-`; it cannot be changed.', 'contracts'));
const title = nameText(limits.title).check(about('Display name.', 'Contracts'));
const description = z
  .nullable(text(limits.description, 0))
  .check(about('Description of the partition.', 'Signed contracts'));
const isPublic = described(z.boolean(), 'Whether anyone who knows the URL of a file can read it.', false);
const requiresOcr = described(z.boolean(), 'Whether text is extracted from the files.', true);
const contentSearch = described(z.boolean(), 'Whether files can be found by the words of their text.', true);
const ocrModel = z
  .nullable(text(limits.ocrModel))
  .check(about('Model that extracts the text; null for the default.', null));
const versionsKept = z
  .int()
  .check(z.gte(0), z.lte(versionLimits.maxKept))
  .check(
    about(
      'Number of earlier versions to keep of each file; with 0, a new version replaces the file. A lower ' +
        `number takes effect with the next version of a file, which deletes up to ${versionLimits.removedAtOnce} of the oldest versions. ` +
        `Default: ${versionLimits.defaultKept}.`,
      versionLimits.defaultKept,
    ),
  );
const storageDriver = described(
  z.enum(storageDrivers),
  'For compatibility; all files are stored in the bucket.',
  's3',
);
const configJson = z
  .nullable(z.record(z.string(), z.unknown()))
  .check(about('Your own settings; they are stored unchanged.', null));

const options = {
  description: z.optional(description),
  isPublic: z.optional(isPublic),
  requiresOcr: z.optional(requiresOcr),
  contentSearch: z.optional(contentSearch),
  ocrModel: z.optional(ocrModel),
  versionsKept: z.optional(versionsKept),
  storageDriver: z.optional(storageDriver),
  configJson: z.optional(configJson),
};

export const CreatePartition = z.object({ code, title, ...options });
export type CreatePartition = z.infer<typeof CreatePartition>;
export const UpdatePartition = z.object({ id: uuid('Id of the partition.'), code, title, ...options });
export type UpdatePartition = z.infer<typeof UpdatePartition>;

export const StoragePartition = z
  .object({
    id: uuid('Id of the partition; default partitions have the same id in every tenant.'),
    code,
    title,
    description,
    isPublic,
    requiresOcr,
    contentSearch,
    ocrModel,
    versionsKept,
    storageDriver,
    configJson,
    createdAt: timestamp('When the partition was created.'),
    updatedAt: timestamp('When the partition was last changed.'),
    envKey: plain(
      'Name of the environment variable that belongs to the partition.',
      'ATTACHMENTS_PARTITION_CONTRACTS_ROOT',
    ),
  })
  .check(z.meta({ id: 'StoragePartition', description: 'A group of files with the same access rules.' }));
export type StoragePartition = z.infer<typeof StoragePartition>;

const Item = z.object({ item: StoragePartition });

const path = `${attachmentsPath}/partitions`;
const gated = { ...base, scope: 'tenant', feature: 'attachments.manage' } as const;

export const listPartitions = defineEndpoint({
  ...gated,
  ...operation('listPartitions', 'GET', path),
  summary: 'List storage partitions',
  description:
    'Returns the default partitions, which every tenant has, then the tenant’s own partitions, oldest first.',
  success: returns(
    z.object({
      items: z.array(StoragePartition).check(about('The partitions, oldest first.')),
    }),
  ),
  permissions: { table: ['Query'] },
});

export const createPartition = defineEndpoint({
  ...gated,
  ...operation('createPartition', 'POST', path),
  summary: 'Create a storage partition',
  description:
    'The code must be unique in the tenant and differ from those of the default partitions. Returns 403 if the ' +
    'deployment manages partitions (`PARTITIONS_LOCKED`).',
  body: CreatePartition,
  success: creates(Item),
  errors: ['not_found', 'partition_code_taken', 'partitions_locked'],
  etag: true,
  permissions: { table: ['Query', 'PutItem'] },
});

export const updatePartition = defineEndpoint({
  ...gated,
  ...operation('updatePartition', 'PUT', path),
  summary: 'Change a storage partition',
  description:
    'Changes the given fields and leaves all others as they are; the code cannot be changed. Only super admins ' +
    'can change default partitions, which every tenant has. Returns 403 if the deployment manages partitions.',
  body: UpdatePartition,
  success: returns(Item),
  errors: ['not_found', 'partitions_locked', 'stale'],
  etag: true,
  permissions: { table: ['Query', 'PutItem'] },
});

export const deletePartition = defineEndpoint({
  ...gated,
  ...operation('deletePartition', 'DELETE', path),
  summary: 'Delete a storage partition',
  description:
    'Default partitions and partitions that contain files cannot be deleted. Returns 403 if the deployment ' +
    'manages partitions.',
  query: z.object({ id: uuid('Id of the partition.') }),
  success: returns(Ok),
  errors: ['not_found', 'partition_in_use', 'partitions_locked', 'stale'],
  etag: true,
  permissions: { table: ['Query', 'PutItem', 'UpdateItem', 'DeleteItem'] },
});
