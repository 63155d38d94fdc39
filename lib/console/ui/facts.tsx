import type { ReactNode } from 'react';
import { Time } from './time.tsx';

/** A list of names and values. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="facts">{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A fact that is an identifier or another text of programs. */
export const CodeFact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Fact name={name}>
    <code>{children}</code>
  </Fact>
);

export const TimeFact = ({ name, value }: { name: string } & Parameters<typeof Time>[0]) => (
  <Fact name={name}>
    <Time value={value} />
  </Fact>
);
