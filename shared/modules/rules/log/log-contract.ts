/** Endpoints of the rule log. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, alwaysTrue, count, timestamp } from '../../../kernel/http/fields.ts';
import { ruleLogLimits } from '../limits.ts';
import { isExactField, ListLogs, LogList, logFilters, logTime, RuleLogDetail } from './log-entry-contract.ts';

const base = { module: 'rules', auth: 'caller', scope: 'organization', details: 'map' } as const;
const path = '/api/business_rules/logs';

export const listLogs = defineEndpoint({
  ...base,
  ...operation('listLogs', 'GET', path),
  summary: 'List rule log entries',
  description:
    'One entry per executed rule in the selected organization, newest first. Dry runs are not logged. Values of ' +
    `fields whose names look like secrets (such as \`password\`) are left out. Entries are kept for ${ruleLogLimits.retentionDays} days. ` +
    'Filters are combined with AND.',
  feature: 'business_rules.logs.view',
  query: ListLogs,
  success: returns(LogList),
  errors: ['page_too_large'],
  permissions: { table: ['Query', 'BatchGetItem'] },
});

export const getLog = defineEndpoint({
  ...base,
  ...operation('getLog', 'GET', `${path}/{id}`),
  summary: 'Read a rule log entry',
  description: 'Returns one log entry with the rule as it was when it ran.',
  feature: 'business_rules.logs.view',
  params: z.object({
    id: z
      .string()
      .check(z.regex(/^\d{1,30}$/, { error: 'must consist of digits' }))
      .check(about('Id of the entry.', '177235740012348291300001001')),
  }),
  success: returns(RuleLogDetail),
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['GetItem'] },
});

export const logGroups = ['rule', 'entityType', 'result', 'hour', 'day'] as const;
export type LogGroup = (typeof logGroups)[number];

export const ReadLogStats = z.object({
  ...logFilters,
  executedAtFrom: z
    ._default(logFilters.executedAtFrom, '7d')
    .check(
      about(
        'Only entries of this time or later; by default of the last seven days. A date without a time means its midnight (UTC).',
      ),
    ),
  groupBy: z.optional(z.enum(logGroups)).check(about('Grouping of the figures.', 'rule')),
});
export type ReadLogStats = z.infer<typeof ReadLogStats>;

const share = (description: string) => z.number().check(about(description, 0.75));
const ms = (description: string) => z.number().check(about(description, 1.5));

const figures = {
  executions: count('Rules that ran.', 4),
  success: count('Number of true conditions.', 3),
  failure: count(
    'Number of guards and validations that were false, and of other rules that executed their failure actions.',
    1,
  ),
  notApplied: count(
    'Number of rules of the other types that did nothing: their condition was false and they have no failure actions. ' +
      'The log shows them as FAILURE.',
    0,
  ),
  error: count('Number of rules with an error.', 0),
  successRate: share('Share of true conditions among the rules that applied, 0 to 1; 0 if no rule applied.'),
  averageTimeMs: ms('Mean time of a rule in milliseconds.'),
  p50TimeMs: ms('Median time of a rule in milliseconds.'),
  p95TimeMs: ms('95th percentile of the time in milliseconds.'),
  p99TimeMs: ms('99th percentile of the time in milliseconds.'),
  maxTimeMs: ms('The longest duration of a rule.'),
};
export type LogFigures = { [Name in keyof typeof figures]: number };

const LogStats = z.object({
  ...figures,
  from: timestamp('Start of the time range.'),
  to: timestamp('Its end.'),
  isExact: isExactField('the figures cover the latest entries'),
  groups: z
    .optional(
      z.array(
        z.object({
          key: z
            .string()
            .check(
              about(
                'Id of the rule, entity type, result, hour or day of the group.',
                '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10',
              ),
            ),
          name: z.string().check(about('Display name of the group.', 'Block large orders')),
          ...figures,
        }),
      ),
    )
    .check(about('With `groupBy`: the figures of each group, the largest first; hours and days in order.')),
});
export type LogStats = z.infer<typeof LogStats>;

export const getLogStats = defineEndpoint({
  ...base,
  ...operation('getLogStats', 'GET', `${path}/stats`),
  summary: 'Get statistics of the rule log',
  description:
    'Returns how many rules ran, how many conditions were true and how long the rules took. `groupBy` groups ' +
    'them by rule, entity type, result, hour or day, for example to find the slowest rules.',
  feature: 'business_rules.logs.view',
  query: ReadLogStats,
  success: returns(LogStats),
  permissions: { table: ['Query'] },
  timeoutSeconds: 29,
});

export const DeleteLogs = z.object({
  olderThan: logTime('Entries before this time are deleted.', '90d'),
});
export type DeleteLogs = z.infer<typeof DeleteLogs>;

export const deleteLogs = defineEndpoint({
  ...base,
  ...operation('deleteLogs', 'DELETE', path),
  summary: 'Delete old log entries',
  description:
    'Permanently deletes the entries of the selected organization that are older than the given age or time. ' +
    'Deleting a very long log takes several requests: repeat the request while `finished` is false.',
  feature: 'business_rules.logs.delete',
  query: DeleteLogs,
  success: returns(
    z.object({
      ok: alwaysTrue(),
      deleted: count('Number of entries that this request deleted.', 12),
      finished: z.boolean().check(about('Whether all older entries are deleted.', true)),
    }),
  ),
  permissions: { table: ['Query', 'PutItem', 'DeleteItem', 'BatchWriteItem'] },
  timeoutSeconds: 29,
});
