import type { WebhookRow } from '../../../shared/clients/typescript/index.ts';
import { webhookTexts } from '../texts/webhooks.ts';
import { Badge } from '../ui/badge.tsx';

const { states } = webhookTexts;

export function WebhookState({ of }: { of: Pick<WebhookRow, 'isActive' | 'consecutiveFailures'> }) {
  if (!of.isActive) return <Badge tone="calm">{states.off}</Badge>;
  if (of.consecutiveFailures > 0) return <Badge tone="bad">{states.failing(of.consecutiveFailures)}</Badge>;
  return <Badge tone="good">{states.active}</Badge>;
}
