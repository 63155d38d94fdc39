import type { ReactNode } from 'react';
import { Time } from './time.tsx';

/** A list of names and values. */
export function Attributes({ children }: { children: ReactNode }) {
  return <dl className="attributes">{children}</dl>;
}

export function Attribute({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** An attribute that is an identifier or another text of programs. */
export const CodeAttribute = ({ name, children }: { name: string; children: ReactNode }) => (
  <Attribute name={name}>
    <code>{children}</code>
  </Attribute>
);

export const TimeAttribute = ({ name, value }: { name: string } & Parameters<typeof Time>[0]) => (
  <Attribute name={name}>
    <Time value={value} />
  </Attribute>
);
