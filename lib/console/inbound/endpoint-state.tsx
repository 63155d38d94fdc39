import { inboundTexts } from '../texts/inbound.ts';
import { Badge } from '../ui/badge.tsx';

export function EndpointState({ isActive }: { isActive: boolean }) {
  const { active, off } = inboundTexts.states;
  return <Badge tone={isActive ? 'good' : 'calm'}>{isActive ? active : off}</Badge>;
}
