/**
 * Keys of rules. Those of rule sets are the kernel's (`kernel/resources/keys.ts`).
 *
 * | Access pattern | pk | sk | Function |
 * |---|---|---|---|
 * | Read a rule | TENANT#<tenant>#ORG#<organization> | RULE#<rule> | ruleKey |
 * | Read earlier revisions of a rule | TENANT#<tenant>#ORG#<organization>#RULE#<rule>#REVISIONS | <revision> | ruleRevisionKey |
 * | Reserve a ruleId in the tenant | TENANT#<tenant>#RULEID#<ruleId> | UNIQUE | ruleIdKey |
 * | List rules by priority, filter, search | TENANT#<tenant>#ORG#<organization>#RULES | <order>#<ruleId> | ruleListingKey |
 * | List the enabled rules of an entity type, in order of execution | TENANT#<tenant>#ORG#<organization>#ACTIVERULES#<entityType> | <order>#<ruleId> | activeRuleKey |
 * | List the rule log, newest first | TENANT#<tenant>#ORG#<organization>#RULELOG | <inverted ms>#<inverted execution>#<inverted part> | ruleLogKey |
 * | Detect an event whose rules were already run | TENANT#<tenant>#RULERUN#<event> | RUN | ruleRunKey |
 */

import { comparedName } from '../../kernel/base/compared.ts';
import type { TenantScope } from '../../kernel/base/principal.ts';
import { type Key, newestFirst, type RowScope } from '../../kernel/table/keys.ts';

export const ruleKey = ({ tenantId, organizationId }: RowScope, id: string): Key => ({
  pk: `TENANT#${tenantId}#ORG#${organizationId}`,
  sk: `RULE#${id}`,
});

/** The earlier revisions of a rule. */
export const ruleRevisionKey = (
  { tenantId, organizationId }: RowScope,
  id: string,
  revision: number,
): Key => ({
  pk: `TENANT#${tenantId}#ORG#${organizationId}#RULE#${id}#REVISIONS`,
  sk: String(revision).padStart(10, '0'),
});
export const ruleIdKey = ({ tenantId }: TenantScope, ruleId: string): Key => ({
  pk: `TENANT#${tenantId}#RULEID#${comparedName(ruleId)}`,
  sk: 'UNIQUE',
});

export const ruleListPartition = ({ tenantId, organizationId }: RowScope): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#RULES`;

/** By priority, highest first, then by ruleId: the order of lists and of execution. */
const ruleOrder = (priority: number, ruleId: string): string =>
  `${String(9999 - priority).padStart(4, '0')}#${ruleId}`;
export const ruleListingKey = (scope: RowScope, priority: number, ruleId: string): Key => ({
  pk: ruleListPartition(scope),
  sk: ruleOrder(priority, ruleId),
});

/** The enabled rules of an entity type, in the order of their execution. */
export const activeRulePartition = ({ tenantId, organizationId }: RowScope, entityType: string): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#ACTIVERULES#${entityType}`;
export const activeRuleKey = (
  scope: RowScope,
  { entityType, priority, ruleId }: { entityType: string; priority: number; ruleId: string },
): Key => ({ pk: activeRulePartition(scope, entityType), sk: ruleOrder(priority, ruleId) });

export const ruleLogPartition = ({ tenantId, organizationId }: RowScope): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#RULELOG`;
/** Replaces each digit so that the sort order is reversed. */
const inverted = (digits: string): string => digits.replaceAll(/\d/g, (digit) => String(9 - Number(digit)));
/**
 * `execution` distinguishes executions of the same millisecond; a long one has several parts. Both are
 * digits. The keys sort in the reverse order of the ids.
 */
export const ruleLogKey = (
  scope: RowScope,
  { atMs, execution, part }: { atMs: number; execution: string; part: string },
): Key => ({
  pk: ruleLogPartition(scope),
  sk: `${newestFirst(atMs)}#${inverted(execution)}#${inverted(part)}`,
});

export const ruleRunKey = ({ tenantId }: TenantScope, eventId: string): Key => ({
  pk: `TENANT#${tenantId}#RULERUN#${eventId}`,
  sk: 'RUN',
});
