import type { ReactNode } from 'react';
import type { Tone } from './notice.tsx';

/** A state as a word with a colour. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`badge ${tone}`}>{children}</span>;
}
