import type { User } from '../../../shared/clients/typescript/index.ts';
import { userTexts } from '../texts/access.ts';
import { Badge } from '../ui/badge.tsx';

const { states } = userTexts;

export function UserState({ of }: { of: User }) {
  if (!of.isActive) return <Badge tone="bad">{states.inactive}</Badge>;
  return of.hasPassword ? (
    <Badge tone="good">{states.active}</Badge>
  ) : (
    <Badge tone="warn">{states.invited}</Badge>
  );
}
