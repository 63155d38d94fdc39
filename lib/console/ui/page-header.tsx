import { type ReactNode, useContext, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Id } from '../names/id.tsx';
import { rememberThing } from '../palette/recent.ts';
import { brand } from '../session/brand.ts';
import { SessionContext } from '../session/session.ts';
import { Icon } from './icon.tsx';

interface PageHeaderProps {
  title: string;
  intro?: ReactNode;
  /** The id of what the page shows, which programs need. */
  id?: string | undefined;
  /** The parent page. */
  parent?: { to: string; title: string };
  actions?: ReactNode;
  /** Whether the thing that the page is about does not exist. */
  isGone?: boolean;
}

/** The header of a page. It receives the focus when the page is shown, so that a screen reader starts there. */
export function PageHeader({ title, intro, id, parent, actions, isGone = false }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const user = useContext(SessionContext)?.id;
  const detail = isGone ? undefined : parent?.title;
  useEffect(() => {
    document.title = `${title} · ${brand.name}`;
    if (user !== undefined && detail !== undefined) rememberThing(user, { title, detail }, location);
  }, [title, user, detail]);
  return (
    <header className="page-header">
      <div>
        {parent && (
          <Link to={parent.to} className="crumb">
            <Icon name="back" size={14} />
            {parent.title}
          </Link>
        )}
        <h1 ref={heading} tabIndex={-1} className="break">
          {title}
        </h1>
        {intro && <div className="intro">{intro}</div>}
        {id !== undefined && <Id of={id} />}
      </div>
      {actions && <div className="row">{actions}</div>}
    </header>
  );
}
