/**
 * What stops without a user or an API key: the rules and jobs that run as it, which can be taken over first, and the API
 * keys that the user owns, which can be rotated first.
 */
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
  takeOver?: (() => void) | undefined;
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
      takeOver: may('business_rules.rules.edit') ? () => taking.mutate(id) : undefined,
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
      takeOver: may('scheduler.jobs.manage') ? () => taking.mutate(id) : undefined,
    }),
  );
  return { works, total: reading.data?.meta.total ?? 0, error: reading.error ?? taking.error };
}

function useKeys(runAs: string) {
  const may = useMay();
  const [kind, ownerId = ''] = runAs.split(':');
  const reading = useRead(
    ['keys', 'ownerId', ownerId],
    (api) => orThrow(api.GET('/api/api_keys/keys', { params: { query: { ownerId, pageSize } } })),
    { enabled: kind === 'user' && may('api_keys.view') },
  );
  const works = (reading.data?.items ?? []).map(
    ({ id, name, keyPrefix }): Work => ({
      ...{ id, name, kind: texts.key, to: `/keys?search=${keyPrefix}` },
    }),
  );
  return { works, total: reading.data?.total ?? 0, error: reading.error };
}

/**
 * Nothing if no visible rule or job runs as the user (`user:<id>`) or key (`api_key:<id>`), and the user owns no visible
 * key.
 */
export function StoppingWork({ runAs }: { runAs: string }) {
  const [rules, jobs, keys] = [useRules(runAs), useJobs(runAs), useKeys(runAs)];
  const works = [...rules.works, ...jobs.works, ...keys.works];
  const further = rules.total + jobs.total + keys.total - works.length;
  const error = rules.error ?? jobs.error ?? keys.error;
  return (
    <>
      {error !== null && error !== undefined && <ProblemNotice error={error} />}
      {works.length > 0 && (
        <section aria-label={texts.title}>
          <p>{texts.title}</p>
          <ul>
            {works.map(({ id, name, kind, to, takeOver }) => (
              <li key={id} className="row">
                {kind} <Link to={to}>{name}</Link>
                {takeOver && <Button onClick={takeOver}>{uiTexts.takeOver}</Button>}
              </li>
            ))}
          </ul>
          {further > 0 && <p>{texts.further(further)}</p>}
        </section>
      )}
    </>
  );
}
