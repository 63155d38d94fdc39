/** What stops without a user or an API key: the rules and jobs that run as it. Each can be taken over first. */
import { Link } from 'react-router';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead, useWrite } from '../api/queries.ts';
import { useMay } from '../session/session.ts';
import { stoppingTexts as texts } from '../texts/access.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { ProblemNotice } from '../ui/notice.tsx';

const pageSize = 20;

interface Work {
  id: string;
  name: string;
  kind: string;
  to: string;
  mayTakeOver: boolean;
  takeOver: () => void;
}

function useRules(runAs: string) {
  const may = useMay();
  const reading = useRead(
    ['rules', 'runAs', runAs],
    (api) => orThrow(api.GET('/api/business_rules/rules', { params: { query: { runAs, pageSize } } })),
    { enabled: may('business_rules.rules.view') },
  );
  const taking = useWrite(
    (api, id: string) =>
      orThrow(api.POST('/api/business_rules/rules/{id}/take-over', { params: { path: { id } } })),
    ['rules'],
  );
  const works = (reading.data?.data ?? []).map(
    ({ id, ruleName }): Work => ({
      ...{ id, name: ruleName, kind: texts.rule, to: `/rules/${id}` },
      mayTakeOver: may('business_rules.rules.edit'),
      takeOver: () => taking.mutate(id),
    }),
  );
  return { works, total: reading.data?.pagination.total ?? 0, error: reading.error ?? taking.error };
}

function useJobs(runAs: string) {
  const may = useMay();
  const reading = useRead(
    ['jobs', 'runAs', runAs],
    (api) => orThrow(api.GET('/api/scheduler/jobs', { params: { query: { runAs, pageSize } } })),
    { enabled: may('scheduler.jobs.view') },
  );
  const taking = useWrite(
    (api, id: string) =>
      orThrow(api.POST('/api/scheduler/jobs/{id}/take-over', { params: { path: { id } } })),
    ['jobs'],
  );
  const works = (reading.data?.data ?? []).map(
    ({ id, name }): Work => ({
      ...{ id, name, kind: texts.job, to: `/jobs/${id}` },
      mayTakeOver: may('scheduler.jobs.manage'),
      takeOver: () => taking.mutate(id),
    }),
  );
  return { works, total: reading.data?.meta.total ?? 0, error: reading.error ?? taking.error };
}

/** Nothing if no visible rule or job runs as the user (`user:<id>`) or key (`api_key:<id>`). */
export function StoppingWork({ runAs }: { runAs: string }) {
  const [rules, jobs] = [useRules(runAs), useJobs(runAs)];
  const works = [...rules.works, ...jobs.works];
  const further = rules.total + jobs.total - works.length;
  const error = rules.error ?? jobs.error;
  return (
    <>
      {error !== null && error !== undefined && <ProblemNotice error={error} />}
      {works.length > 0 && (
        <section aria-label={texts.title}>
          <p>{texts.title}</p>
          <ul>
            {works.map(({ id, name, kind, to, mayTakeOver, takeOver }) => (
              <li key={id} className="row">
                {kind} <Link to={to}>{name}</Link>
                {mayTakeOver && <Button onClick={takeOver}>{uiTexts.takeOver}</Button>}
              </li>
            ))}
          </ul>
          {further > 0 && <p>{texts.further(further)}</p>}
        </section>
      )}
    </>
  );
}
