import { type ReactNode, useId } from 'react';

/** A titled part of a page. */
export function Card(props: { title: string; actions?: ReactNode; children: ReactNode }) {
  const { title, actions, children } = props;
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>{title}</h2>
        {actions && <div className="row">{actions}</div>}
      </div>
      {children}
    </section>
  );
}

/** A titled part of a page around cards or tables of its own. */
export function Section(props: { title: string; actions?: ReactNode; children: ReactNode }) {
  const { title, actions, children } = props;
  return (
    <section className="stack" aria-label={title}>
      <div className="card-head">
        <h2>{title}</h2>
        {actions && <div className="row">{actions}</div>}
      </div>
      {children}
    </section>
  );
}
