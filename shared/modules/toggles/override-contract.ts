/** The endpoints by which super admins set tenants' own values of toggles. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../kernel/http/endpoint-spec.ts';
import { about, count, uuid } from '../../kernel/http/fields.ts';
import { listOf, listQuery } from '../../kernel/lists/list.ts';
import { toggleLimits, toggleTypes } from './evaluation/toggle-types.ts';
import { exampleIds, flag, plain, tenantId, toggleFilters, toggleId, value } from './toggle-contract.ts';

export const ListOverrides = z.object({
  ...listQuery({
    sortFields: ['identifier', 'name', 'category'],
    pageSize: toggleLimits.overridesPageSize,
    searches: 'identifier, name, description or category',
  }),
  ...toggleFilters(),
  id: z.optional(uuid('Only the row of the toggle with this id.')),
});
export type ListOverrides = z.infer<typeof ListOverrides>;

const overrideId = plain('Id of the override; empty if the tenant has no own value.', exampleIds.override);
const tenantName = plain('Name of the tenant.', 'Acme');

export const OverrideRow = z
  .object({
    id: overrideId,
    toggleId: toggleId(),
    tenantId: tenantId(),
    identifier: plain('Identifier of the toggle.', 'new_checkout'),
    name: plain('Name of the toggle.', 'New checkout'),
    category: plain('Category of the toggle; empty if it has no category.', 'sales'),
    tenantName,
    isOverride: flag('Whether the tenant has its own value.'),
  })
  .check(
    z.meta({ id: 'ToggleOverrideRow', description: 'A toggle, and whether the tenant has its own value.' }),
  );
export type OverrideRow = z.infer<typeof OverrideRow>;

const OverrideList = z.extend(listOf(OverrideRow), {
  pageSize: count('Requested rows per page.', toggleLimits.overridesPageSize),
  isSuperAdmin: flag('Whether the caller is a super admin.'),
});

export const Override = z.object({
  id: overrideId,
  value: value('The effective value in the tenant: its own value or the default.', false),
  tenantName,
  tenantId: tenantId(),
  toggleType: z.enum(toggleTypes).check(about('Type of the toggle.')),
});
export type Override = z.infer<typeof Override>;

export const SetOverride = z.object({
  toggleId: toggleId(),
  isOverride: flag('True sets the tenant’s own value, false removes it.'),
  overrideValue: z.optional(
    value(
      'The value, of the type of the toggle. If it is absent, the tenant keeps its own value, or gets the default of ' +
        'the toggle as its own value. Ignored if isOverride is false.',
      false,
    ),
  ),
});
export type SetOverride = z.infer<typeof SetOverride>;

const root = '/api/feature_toggles';
const base = { module: 'toggles', auth: 'caller', superAdmin: true, scope: 'tenant' } as const;

export const getOverride = defineEndpoint({
  ...base,
  ...operation('getOverride', 'GET', `${root}/global/{id}/override`),
  summary: 'Read the value of a toggle in a tenant',
  description: "Returns the selected tenant's own value, or the default with an empty `id` if it has none.",
  params: z.object({ id: toggleId() }),
  success: returns(Override),
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['GetItem', 'BatchGetItem'] },
});

export const listOverrides = defineEndpoint({
  ...base,
  ...operation('listOverrides', 'GET', `${root}/overrides`),
  summary: 'List the toggles of a tenant with its overrides',
  description: 'Returns one row per toggle; `isOverride` is true if the selected tenant has its own value.',
  query: ListOverrides,
  success: returns(OverrideList),
  errors: ['page_too_large'],
  permissions: { table: ['Query', 'BatchGetItem'] },
});

export const setOverride = defineEndpoint({
  ...base,
  ...operation('setOverride', 'PUT', `${root}/overrides`),
  summary: "Set or remove a tenant's own value of a toggle",
  description:
    'Sets the value for the selected tenant; the next check returns it. Removing a value that is not set ' +
    'changes nothing.',
  body: SetOverride,
  maxBodyBytes: toggleLimits.bodyBytes,
  success: returns(
    z.object({
      ok: flag('Always true.'),
      overrideToggleId: z
        .nullable(uuid('Id of the override.'))
        .check(about('Id of the override; null if it was removed.')),
    }),
  ),
  errors: ['not_found', 'stale'],
  etag: true,
  permissions: { table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
});
