import { Link } from 'react-router';
import type { Cause } from '../../../shared/clients/typescript/index.ts';
import { Subject } from '../names/thing-name.tsx';
import { homeTexts } from '../texts/home.ts';
import { Badge } from '../ui/badge.tsx';
import { Icon } from '../ui/icon.tsx';
import { Time } from '../ui/time.tsx';
import { CauseActions } from './cause-actions.tsx';
import { type CauseGroup, historyOfCause, listOfKind, pageOfCause } from './causes.ts';

const texts = homeTexts.attention;

const maxShown = 10;

function State({ of: { state, mutedUntil, decidedBy } }: { of: Cause }) {
  if (state === 'open') return null;
  return (
    <>
      <Badge tone="calm">
        {state === 'acknowledged' ? (
          texts.acknowledged
        ) : (
          <>
            {texts.muted} <Time value={mutedUntil} />
          </>
        )}
      </Badge>
      {decidedBy !== null && (
        <span className="small muted">
          {texts.by} <Subject of={decidedBy} />
        </span>
      )}
    </>
  );
}

function CauseItem({ of: cause }: { of: Cause }) {
  const { title, message, since, lastSeenAt } = cause;
  const [page, history] = [pageOfCause(cause), historyOfCause(cause)];
  const time = since ?? lastSeenAt;
  return (
    <li>
      <Icon name="alert" />
      <div>
        <p className="row">
          {page === undefined ? (
            <span className="break">{title}</span>
          ) : (
            <Link to={page} className="break">
              {title}
            </Link>
          )}
          <State of={cause} />
        </p>
        <p className="small muted break">
          <span>{message}</span>
          {time && (
            <>
              {' · '}
              {texts.since} <Time value={time} />
            </>
          )}
        </p>
        {history && (
          <p className="small">
            <Link to={history}>{texts.itsDeliveries}</Link>
          </p>
        )}
      </div>
      <div className="row cause-actions">
        <CauseActions of={cause} />
      </div>
    </li>
  );
}

/** The causes of one kind. */
export function AttentionGroup({ of: { kind, causes } }: { of: CauseGroup<Cause> }) {
  const { title, all } = texts.kindTexts(kind);
  const list = listOfKind(kind);
  return (
    <section className="attention" aria-label={title}>
      <div className="row apart">
        <h3 className="row">
          {title} <span className="badge plain bad">{causes.length.toLocaleString('en')}</span>
        </h3>
        {list && (
          <Link to={list} className="small">
            {all}
          </Link>
        )}
      </div>
      <ul>
        {causes.slice(0, maxShown).map((cause) => (
          <CauseItem key={cause.id} of={cause} />
        ))}
      </ul>
      {causes.length > maxShown && <p className="small muted">{texts.more(causes.length - maxShown)}</p>}
    </section>
  );
}
