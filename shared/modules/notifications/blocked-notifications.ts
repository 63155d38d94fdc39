/** Notifies administrators when a rule or job is refused an effect, because its user or key lacks a right. */
import type { Message } from '../../kernel/queues/message.ts';
import { notify } from './notify.ts';

export type BlockedEvent = Message<{ id: string; name?: string; ruleName?: string; blockedReason: string }>;

const rules = {
  to: { feature: 'business_rules.rules.edit' },
  what: 'rule',
  source: { module: 'business_rules', entityType: 'business_rules.rule' },
} as const;
const jobs = {
  to: { feature: 'scheduler.jobs.manage' },
  what: 'job',
  source: { module: 'scheduler', entityType: 'scheduler.job' },
} as const;
const kinds: ReadonlyMap<string, typeof rules | typeof jobs> = new Map<string, typeof rules | typeof jobs>([
  ['business_rules.rule.blocked', rules],
  ['scheduler.job.blocked', jobs],
]);

export const blockedTypes: readonly string[] = [...kinds.keys()];

/** Notifies the users who may take the rule or job over. Each has at most one active notification. */
export async function notifyOfBlocked(event: BlockedEvent, nowMs: number): Promise<void> {
  const { type, tenantId, organizationId, data } = event;
  const kind = kinds.get(type);
  if (kind === undefined || tenantId === null) return;
  const { to, what, source } = kind;
  const name = data.ruleName ?? data.name ?? data.id;
  await notify(
    {
      scope: { tenantId, organizationId },
      to,
      type,
      severity: 'error',
      title: `The ${what} “${name}” is blocked`,
      body: `${data.blockedReason} A holder of this right can take the ${what} over.`,
      titleKey: `${type}.title`,
      bodyKey: `${type}.body`,
      variables: { name, blockedReason: data.blockedReason },
      icon: what,
      source: { ...source, entityId: data.id },
      groupKey: data.id,
    },
    { nowMs, causes: [event.id] },
  );
}
