import { NavLink } from 'react-router';
import { useMay, useSession } from '../session/session.ts';
import { shellTexts } from '../texts/shell.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Logo } from '../ui/logo.tsx';

interface Entry {
  to: string;
  title: string;
  icon: IconName;
  /** Shown to callers with this feature; to all without it. */
  feature?: string;
  forSuperAdmins?: true;
  /** Marked for its exact address only. */
  end?: true;
}

const { pages, groups } = shellTexts;

const entries: readonly { title: string; entries: readonly Entry[] }[] = [
  {
    title: groups.overview,
    entries: [
      { to: '/', title: pages.home, icon: 'home', end: true },
      { to: '/work', title: pages.work, icon: 'work', feature: 'progress.view' },
      { to: '/notifications', title: pages.notifications, icon: 'bell', feature: 'notifications.view' },
    ],
  },
  {
    title: groups.events,
    entries: [
      { to: '/webhooks', title: pages.webhooks, icon: 'webhook', feature: 'webhooks.view' },
      { to: '/deliveries', title: pages.deliveries, icon: 'send', feature: 'webhooks.view' },
      { to: '/inbound', title: pages.inbound, icon: 'inbox', feature: 'webhooks.view' },
      { to: '/events', title: pages.events, icon: 'activity' },
    ],
  },
  {
    title: groups.automation,
    entries: [
      { to: '/rules', title: pages.rules, icon: 'rules', feature: 'business_rules.rules.view' },
      { to: '/jobs', title: pages.jobs, icon: 'clock', feature: 'scheduler.jobs.view' },
    ],
  },
  {
    title: groups.data,
    entries: [
      { to: '/sync', title: pages.sync, icon: 'sync', feature: 'data_sync.view' },
      { to: '/records', title: pages.records, icon: 'table', feature: 'entities.records.view' },
    ],
  },
  {
    title: groups.money,
    entries: [{ to: '/payments', title: pages.payments, icon: 'card', feature: 'payment_gateways.view' }],
  },
  {
    title: groups.content,
    entries: [
      { to: '/files', title: pages.files, icon: 'file', feature: 'attachments.view' },
      { to: '/mails', title: pages.mails, icon: 'mail', feature: 'email.view' },
    ],
  },
  {
    title: groups.configuration,
    entries: [
      { to: '/integrations', title: pages.integrations, icon: 'plug', feature: 'integrations.view' },
      { to: '/toggles', title: pages.toggles, icon: 'toggle', feature: 'feature_toggles.view' },
    ],
  },
  {
    title: groups.administration,
    entries: [
      { to: '/users', title: pages.users, icon: 'users', feature: 'auth.users.view' },
      { to: '/roles', title: pages.roles, icon: 'shield', feature: 'auth.roles.view' },
      { to: '/keys', title: pages.keys, icon: 'key', feature: 'api_keys.view' },
      {
        to: '/organizations',
        title: pages.organizations,
        icon: 'building',
        feature: 'directory.organizations.view',
      },
      { to: '/audit', title: pages.audit, icon: 'history', feature: 'audit_logs.view' },
    ],
  },
  {
    title: groups.platform,
    entries: [
      { to: '/tenants', title: pages.tenants, icon: 'storage', forSuperAdmins: true },
      { to: '/dead-letters', title: pages.deadLetters, icon: 'inbox', forSuperAdmins: true },
    ],
  },
];

/** Links to the pages that the caller may see. */
export function Navigation() {
  const may = useMay();
  const { isSuperAdmin } = useSession();
  const isVisible = ({ feature, forSuperAdmins }: Entry): boolean =>
    forSuperAdmins ? isSuperAdmin : feature === undefined || may(feature);
  const visible = entries
    .map(({ title, entries }) => ({ title, entries: entries.filter(isVisible) }))
    .filter(({ entries }) => entries.length > 0);
  return (
    <nav aria-label={shellTexts.navigation} className="navigation">
      <div className="navigation-head">
        <Logo />
      </div>
      {visible.map(({ title, entries }) => (
        <div key={title}>
          <h2 className="navigation-group">{title}</h2>
          <ul>
            {entries.map(({ to, title, icon, end }) => (
              <li key={to}>
                <NavLink to={to} end={end ?? false}>
                  <Icon name={icon} />
                  {title}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
