import type { ReactNode } from 'react';
import type { Tone } from './notice.tsx';

/** A state as a word with a colour. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`badge ${tone}`}>{children}</span>;
}

/** The state of a resource that can be enabled and disabled. */
export const OnOffBadge = ({ isOn, texts }: { isOn: boolean; texts: { on: string; off: string } }) => (
  <Badge tone={isOn ? 'good' : 'calm'}>{isOn ? texts.on : texts.off}</Badge>
);
