import { type ReactNode, useId } from 'react';

interface CardProps {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
  /** An article is one of several that may have the same title; a section is a landmark, whose title is unique. */
  as?: 'section' | 'article';
}

/** A titled part of a page. */
export function Card({ title, actions, children, as: Part = 'section' }: CardProps) {
  const id = useId();
  return (
    <Part className="card" aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>{title}</h2>
        {actions && <div className="row">{actions}</div>}
      </div>
      {children}
    </Part>
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
