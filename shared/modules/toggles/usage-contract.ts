/** The endpoints for usage counts and stale toggles. */
import * as z from 'zod/mini';
import { defineEndpoint, returns } from '../../kernel/http/endpoint-spec.ts';
import { about, queryBoolean, queryInteger, timestamp } from '../../kernel/http/fields.ts';
import { idFilter, listOf, listQuery } from '../../kernel/lists/list.ts';
import { toggleTypes } from './evaluation/toggle-types.ts';
import { metadata, prerequisites } from './prerequisites/fields.ts';
import { flag, plain, toggleFilters, toggleId, value } from './toggle-contract.ts';

const maxStaleDays = 365;
const staleDays = 30;

export const ListVisibleToggles = z.object({
  ...listQuery({
    sortFields: ['id', 'category', 'identifier', 'name', 'createdAt', 'updatedAt', 'type'],
    searches: 'identifier, name, description or category',
  }),
  ...idFilter(),
  ...toggleFilters(),
  type: z.optional(z.enum(toggleTypes)).check(about('Only toggles of this type.')),
  stale: z
    .optional(queryBoolean())
    .check(
      about(
        'True for stale toggles only: expired, or not evaluated in any tenant for `staleDays`. False for all others.',
      ),
    ),
  staleDays: z
    ._default(queryInteger(1, maxStaleDays), staleDays)
    .check(about(`Days without an evaluation; ${staleDays} by default.`, staleDays)),
});
export type ListVisibleToggles = z.infer<typeof ListVisibleToggles>;

export const staleReasons = ['expired', 'not_evaluated'] as const;

const VisibleToggle = z
  .object({
    id: toggleId(),
    identifier: plain('Identifier of the toggle.', 'new_checkout'),
    name: plain('Name of the toggle.', 'New checkout'),
    description: z.nullable(plain('Purpose of the toggle.', 'The checkout of spring 2026.')),
    category: z.nullable(plain('Category of the toggle.', 'sales')),
    type: z.enum(toggleTypes).check(about('Type of the toggle.')),
    defaultValue: value('Value if no rule matches and the tenant has no own value.', false),
    prerequisites,
    metadata,
    isOverride: flag('Whether the tenant has its own value.', false),
    rules: z.int().check(about('Number of rules.', 1)),
    isKilled: flag('Whether the kill switch of the toggle is active.', false),
    owner: z.nullable(plain('Owner of the toggle.', 'team-checkout')),
    expiresAt: z.nullable(timestamp('When the toggle should be removed.')),
    lastEvaluatedAt: z.nullable(
      timestamp('When the toggle was last evaluated in any tenant; up to a minute late.'),
    ),
    staleReasons: z
      .array(z.enum(staleReasons))
      .check(about('Why the toggle is stale; empty if it is not stale.', [])),
  })
  .check(z.meta({ id: 'VisibleToggle', description: 'A toggle in the list of a tenant.' }));
export type VisibleToggle = z.infer<typeof VisibleToggle>;

const root = '/api/feature_toggles/toggles';
const base = {
  module: 'toggles',
  auth: 'caller',
  feature: 'feature_toggles.view',
  scope: 'tenant',
  method: 'GET',
} as const;

export const listVisibleToggles = defineEndpoint({
  ...base,
  operationId: 'listVisibleToggles',
  path: root,
  summary: 'List the toggles that a tenant can use',
  description:
    'Returns all toggles with owner, expiry and last evaluation, and the reasons why a toggle is stale.',
  query: ListVisibleToggles,
  success: returns(listOf(VisibleToggle)),
  errors: ['page_too_large'],
  permissions: { table: ['Query', 'BatchGetItem'] },
});

export const getToggleUsage = defineEndpoint({
  ...base,
  operationId: 'getToggleUsage',
  path: `${root}/{id}/usage`,
  summary: 'Read how often a toggle was evaluated',
  description:
    'Returns the evaluations of the toggle in the selected tenant by day (UTC) and value, latest day first. ' +
    'Counts are kept for 90 days and written in batches: the last minute may be missing. Playground evaluations ' +
    'are not counted.',
  params: z.object({ id: toggleId() }),
  success: returns(
    z.object({
      toggleId: toggleId(),
      lastEvaluatedAt: z.nullable(timestamp('When the toggle was last evaluated in any tenant.')),
      days: z
        .array(
          z.object({
            date: plain('Day in UTC.', '2026-03-01'),
            total: z.int().check(about('Number of evaluations on this day.', 120)),
            values: z
              .array(
                z.object({
                  value: plain(
                    'The value as JSON, truncated; `…` for all values after the first 20.',
                    'true',
                  ),
                  count: z.int().check(about('Number of evaluations with this value.', 100)),
                }),
              )
              .check(about('The values, the most frequent first.')),
          }),
        )
        .check(about('Days with evaluations.')),
    }),
    { description: 'The counts.' },
  ),
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['GetItem', 'Query'] },
});
