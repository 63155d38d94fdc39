import { Link } from 'react-router';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { useMay } from '../session/session.ts';
import { homeTexts } from '../texts/home.ts';
import { Card } from '../ui/card.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';

const texts = homeTexts.firstSteps;

interface Step {
  feature: string;
  to: string;
  icon: IconName;
  texts: { title: string; text: string };
}

const steps: readonly Step[] = [
  { feature: 'webhooks.manage', to: '/webhooks/new', icon: 'webhook', texts: texts.webhook },
  { feature: 'scheduler.jobs.manage', to: '/jobs/new', icon: 'clock', texts: texts.job },
  { feature: 'integrations.manage', to: '/integrations', icon: 'plug', texts: texts.integration },
  { feature: 'auth.roles.manage', to: '/roles', icon: 'key', texts: texts.roles },
  { feature: 'auth.users.manage', to: '/users', icon: 'users', texts: texts.users },
];

const one = { pageSize: 1 };

/** What to do first in a tenant without webhooks and jobs, as far as the caller may. */
export function FirstSteps() {
  const may = useMay();
  const mayAll = may('webhooks.view', 'scheduler.jobs.view');
  const reading = useRead(
    ['webhooks', 'firstSteps'],
    async (api) => {
      const [webhooks, jobs] = await Promise.all([
        orThrow(api.GET('/api/webhooks', { params: { query: one } })),
        orThrow(api.GET('/api/scheduler/jobs', { params: { query: { ...one, sourceType: 'user' } } })),
      ]);
      return webhooks.total + jobs.meta.total;
    },
    { enabled: mayAll },
  );
  const own = steps.filter(({ feature }) => may(feature));
  if (reading.data !== 0 || own.length === 0) return null;
  return (
    <Card title={texts.title}>
      <ul className="attention-steps">
        {own.map(({ to, icon, texts: { title, text } }) => (
          <li key={to}>
            <Icon name={icon} />
            <div>
              <Link to={to}>{title}</Link>
              <p className="small muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
