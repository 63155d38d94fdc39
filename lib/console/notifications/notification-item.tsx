import { type Notification, orThrow, type PlatformClient } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { StoryLink } from '../events/story-link.tsx';
import { notificationTexts as texts } from '../texts/notifications.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ProblemNotice, type Tone } from '../ui/notice.tsx';
import { Time } from '../ui/time.tsx';
import './notifications.css';

const tones: Readonly<Record<Notification['severity'], Tone>> = {
  info: 'accent',
  warning: 'warn',
  success: 'good',
  error: 'bad',
};

type Change = 'read' | 'dismiss' | 'restore';

function change(api: PlatformClient, { id, to }: { id: string; to: Change }) {
  const params = { path: { id } };
  if (to === 'read') return orThrow(api.PUT('/api/notifications/{id}/read', { params }));
  if (to === 'dismiss') return orThrow(api.PUT('/api/notifications/{id}/dismiss', { params }));
  return orThrow(api.PUT('/api/notifications/{id}/restore', { params }));
}

/** Modules and teams set the links: only paths of this host become links. */
const isPathHere = (href: string | null): href is string => href !== null && /^\/(?![/\\])/.test(href);

export function NotificationItem({ notification }: { notification: Notification }) {
  const { id, title, body, severity, status, createdAt, occurrences, linkHref, actions, primaryActionId } =
    notification;
  const changing = useWrite(change, ['notifications']);
  const acting = useWrite(
    (api, actionId: string) =>
      orThrow(api.POST('/api/notifications/{id}/action', { params: { path: { id } }, body: { actionId } })),
    ['notifications'],
  );
  const act = (actionId: string) =>
    acting.mutate(actionId, {
      onSuccess: ({ href }) => {
        if (isPathHere(href)) window.location.assign(href);
      },
    });
  const button = (to: Change, label: string) => (
    <Button
      aria-label={texts.of(label, title)}
      isBusy={changing.isPending}
      onClick={() => changing.mutate({ id, to })}
    >
      {label}
    </Button>
  );
  return (
    <li className={status === 'unread' ? 'notification unread' : 'notification'}>
      <div className="row">
        <Badge tone={tones[severity]}>{texts.severities[severity]}</Badge>
        {status === 'unread' && <span className="badge plain accent">{texts.unread}</span>}
        <span className="small muted">
          <Time value={createdAt} />
          {occurrences > 1 && ` · ${texts.occurrences(occurrences)}`}
        </span>
      </div>
      <h2 className="break">{title}</h2>
      {body && <p className="break">{body}</p>}
      <div className="row">
        {isPathHere(linkHref) && (
          <a className="button" href={linkHref}>
            {texts.open}
          </a>
        )}
        <StoryLink of={{ entityId: id, from: createdAt, to: createdAt }} name={title} />
        {status !== 'actioned' &&
          actions.map(({ id: actionId, label, labelKey }) => (
            <Button
              key={actionId}
              variant={actionId === primaryActionId ? 'primary' : 'plain'}
              aria-label={texts.of(label || labelKey || actionId, title)}
              isBusy={acting.isPending}
              onClick={() => act(actionId)}
            >
              {label || labelKey || actionId}
            </Button>
          ))}
        {status === 'unread' && button('read', texts.read)}
        {status === 'dismissed' ? button('restore', texts.restore) : button('dismiss', texts.dismiss)}
      </div>
      {changing.error && <ProblemNotice error={changing.error} />}
      {acting.error && <ProblemNotice error={acting.error} />}
    </li>
  );
}
