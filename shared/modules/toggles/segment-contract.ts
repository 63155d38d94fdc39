/** The endpoints of segments: named conditions that rules of toggles share. */
import * as z from 'zod/mini';
import { conditionField } from '../../kernel/conditions/condition-contract.ts';
import { creates, defineEndpoint, returns } from '../../kernel/http/endpoint-spec.ts';
import {
  about,
  nameText,
  optionalFields,
  queryBoolean,
  text,
  timestamp,
  uuid,
} from '../../kernel/http/fields.ts';
import { listOf, listQuery } from '../../kernel/lists/list.ts';
import { segmentLimits } from './evaluation/limits.ts';
import { flag } from './toggle-contract.ts';

const conditionExample = { field: 'user.plan', operator: 'IN', value: ['pro', 'enterprise'] };

const field = {
  name: nameText(segmentLimits.name).check(about('Display name, unique in the tenant.', 'Paying customers')),
  description: z
    .nullable(text(segmentLimits.description, 0))
    .check(about('Members of the segment.', 'Everyone with a plan.')),
  condition: conditionField(
    'Condition on the evaluation context for members of the segment. Null matches everyone, for a segment that ' +
      'only combines other segments.',
    conditionExample,
  ),
  segments: z
    .array(uuid('Id of a segment.'))
    .check(z.maxLength(segmentLimits.includes))
    .check(
      z.refine((ids) => new Set(ids).size === ids.length, { error: 'must name each segment once' }),
      about(
        'Other segments that must match as well: global segments and, for a segment of a tenant, segments of ' +
          'that tenant.',
        [],
      ),
    ),
};

export const CreateSegment = z.object({
  name: field.name,
  description: z.optional(field.description),
  condition: z.optional(field.condition),
  segments: z.optional(field.segments),
  isGlobal: z.optional(flag('True creates a global segment for all tenants; only for super admins.', false)),
});
export type CreateSegment = z.infer<typeof CreateSegment>;

export const UpdateSegment = z.object({
  id: uuid('Id of the segment to change.'),
  name: z.optional(field.name),
  description: z.optional(field.description),
  condition: z.optional(field.condition),
  segments: z.optional(field.segments),
});
export type UpdateSegment = z.infer<typeof UpdateSegment>;

export const SegmentRow = z
  .object({
    id: uuid('Id of the segment.'),
    ...field,
    isGlobal: flag('Whether the segment is global.', false),
    uses: z
      .int()
      .check(about('Number of toggles, own values of tenants and other segments that use the segment.', 2)),
    createdAt: timestamp('When the segment was created.'),
    updatedAt: timestamp('When the segment was last changed.'),
  })
  .check(z.meta({ id: 'ToggleSegment', description: 'A named condition that rules of toggles share.' }));
export type SegmentRow = z.infer<typeof SegmentRow>;

export const ListSegments = z.object({
  ...listQuery({ sortFields: ['name', 'createdAt', 'updatedAt'], searches: 'name or description' }),
  id: z.optional(uuid('Only the segment with this id.')),
  isGlobal: z
    .optional(queryBoolean())
    .check(about('True for global segments only, false for segments of the tenant only.')),
});
export type ListSegments = z.infer<typeof ListSegments>;

const base = {
  module: 'toggles',
  auth: 'caller',
  scope: 'tenant',
  path: '/api/feature_toggles/segments',
} as const;
const manage = { ...base, feature: 'feature_toggles.segments.manage' } as const;
const id = z.object({ id: uuid('Id of the segment.') });
const rights = 'Only super admins can change global segments.';

export const listSegments = defineEndpoint({
  ...base,
  operationId: 'listSegments',
  method: 'GET',
  summary: 'List segments',
  description: 'Returns global segments and segments of the selected tenant, sorted by name.',
  feature: 'feature_toggles.view',
  query: ListSegments,
  success: returns(listOf(SegmentRow)),
  etag: true,
  permissions: { table: ['BatchGetItem'] },
});

export const createSegment = defineEndpoint({
  ...manage,
  operationId: 'createSegment',
  method: 'POST',
  summary: 'Create a segment',
  description: `Creates a segment in the selected tenant or, with \`isGlobal\`, for all tenants. ${rights}`,
  body: CreateSegment,
  deepFields: ['condition'],
  success: creates(id),
  errors: ['segment_name_taken', 'stale'],
  etag: true,
  permissions: { table: ['BatchGetItem', 'PutItem', 'UpdateItem'] },
});

export const updateSegment = defineEndpoint({
  ...manage,
  operationId: 'updateSegment',
  method: 'PUT',
  summary: 'Change a segment',
  description: `Changes the given fields; the next evaluation uses them. ${rights}`,
  body: UpdateSegment,
  deepFields: ['condition'],
  success: returns(id),
  errors: ['not_found', 'segment_name_taken', 'stale'],
  etag: true,
  permissions: { table: ['BatchGetItem', 'PutItem', 'UpdateItem'] },
});

export const deleteSegment = defineEndpoint({
  ...manage,
  operationId: 'deleteSegment',
  method: 'DELETE',
  summary: 'Delete a segment',
  description: `Returns 409 while rules or other segments use it. ${rights}`,
  query: z.object(optionalFields(id.shape)),
  body: z.object(optionalFields(id.shape)),
  bodyOptional: true,
  success: returns(id),
  errors: ['not_found', 'segment_in_use', 'stale'],
  timeoutSeconds: 29,
  permissions: { table: ['BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'] },
});
