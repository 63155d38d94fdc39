import { Link } from 'react-router';
import { uiTexts } from '../texts/ui.ts';
import { Icon } from '../ui/icon.tsx';
import { Time } from '../ui/time.tsx';

export interface AttentionItem {
  id: string;
  /** Link to its page. */
  to: string;
  title: string;
  message: string | null;
  since?: string | undefined;
  /** Link to the earlier failures of the same. */
  more?: { to: string; title: string } | undefined;
}

/** Problems of one kind. */
export interface Attention {
  title: string;
  /** The first problems. */
  items: readonly AttentionItem[];
  total: number;
  totalIsExact?: boolean;
  /** Link to all entries. */
  all: { to: string; title: string };
}

export function AttentionGroup({ of: { title, items, total, totalIsExact, all } }: { of: Attention }) {
  return (
    <section className="attention" aria-label={title}>
      <div className="row apart">
        <h3 className="row">
          {title} <span className="badge plain bad">{uiTexts.atLeast(total, totalIsExact)}</span>
        </h3>
        <Link to={all.to} className="small">
          {all.title}
        </Link>
      </div>
      <ul>
        {items.map(({ id, to, title, message, since, more }) => (
          <li key={id}>
            <Icon name="alert" />
            <div>
              <Link to={to}>{title}</Link>
              {message && <p className="small muted break">{message}</p>}
              {more && (
                <p className="small">
                  <Link to={more.to}>{more.title}</Link>
                </p>
              )}
            </div>
            <span className="small muted">{since && <Time value={since} />}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
