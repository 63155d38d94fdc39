/**
 * Keys of what people have decided about causes.
 *
 * | Access pattern | pk | sk | Function |
 * |---|---|---|---|
 * | Read what was decided about the causes of an organization | TENANT#<tenant>#ORG#<organization>#ATTENTION | <kind>#<key> | decisionKey |
 * | Read what was decided about those of a tenant, or the platform | TENANT#<tenant or platform>#ATTENTION | <kind>#<key> | decisionKey |
 */
import type { AttentionHome } from '../../kernel/modules/attention.ts';
import type { Key } from '../../kernel/table/keys.ts';

export const decisionsPartition = ({ tenantId, organizationId }: AttentionHome): string =>
  organizationId === null
    ? `TENANT#${tenantId ?? 'platform'}#ATTENTION`
    : `TENANT#${tenantId}#ORG#${organizationId}#ATTENTION`;
export const decisionKey = (home: AttentionHome, kind: string, key: string): Key => ({
  pk: decisionsPartition(home),
  sk: `${kind}#${key}`,
});
