import type { ReactNode } from 'react';

interface Figure {
  name: string;
  value: ReactNode;
  tone?: 'good' | 'bad';
}

/** Key figures in large type, with labels below. */
export function Figures({ of }: { of: readonly Figure[] }) {
  return (
    <dl className="figures">
      {of.map(({ name, value, tone }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={tone}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
