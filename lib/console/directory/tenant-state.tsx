import { tenantTexts } from '../texts/directory.ts';
import { Badge } from '../ui/badge.tsx';

export function TenantState({ isActive }: { isActive: boolean }) {
  return isActive ? (
    <Badge tone="good">{tenantTexts.states.open}</Badge>
  ) : (
    <Badge tone="warn">{tenantTexts.states.closed}</Badge>
  );
}
