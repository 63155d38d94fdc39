import { Link } from 'react-router';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { shellTexts } from '../texts/shell.ts';
import { Icon } from '../ui/icon.tsx';

const maxShown = 99;

/** Links to the notifications, with the unread count. */
export function NotificationBell({ isCounting }: { isCounting: boolean }) {
  const { data } = useRead(
    ['notifications', 'unread'],
    (api) => orThrow(api.GET('/api/notifications/unread-count')),
    { enabled: isCounting },
  );
  const unread = data?.unreadCount ?? 0;
  return (
    <Link to="/notifications" className="button quiet bell" aria-label={shellTexts.notifications(unread)}>
      <Icon name="bell" />
      {unread > 0 && <span className="bell-count">{unread > maxShown ? `${maxShown}+` : unread}</span>}
    </Link>
  );
}
