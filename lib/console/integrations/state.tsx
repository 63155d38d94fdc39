import type { Integration } from '../../../shared/clients/typescript/index.ts';
import { integrationTexts as texts } from '../texts/integrations.ts';
import { Badge } from '../ui/badge.tsx';
import type { Tone } from '../ui/notice.tsx';

type Health = Integration['healthStatus'];

const tones: Readonly<Record<Health, Tone>> = {
  healthy: 'good',
  degraded: 'warn',
  unhealthy: 'bad',
  unconfigured: 'calm',
};

export function HealthBadge({ status }: { status: Health }) {
  return <Badge tone={tones[status]}>{texts.health[status]}</Badge>;
}

/** The main state of an integration: missing credentials, health, or disabled. */
export function IntegrationState({
  of,
}: {
  of: Pick<Integration, 'isEnabled' | 'credentialsNeeded' | 'healthStatus'>;
}) {
  if (!of.isEnabled) return <Badge tone="calm">{texts.states.off}</Badge>;
  if (of.credentialsNeeded) return <Badge tone="warn">{texts.states.needs}</Badge>;
  if (of.healthStatus === 'unconfigured') return <Badge tone="good">{texts.states.on}</Badge>;
  return <HealthBadge status={of.healthStatus} />;
}
