import { useState } from 'react';
import { orThrow, type Session } from '../../../shared/clients/typescript/index.ts';
import { apiKeys } from '../../../shared/clients/typescript/resources.ts';
import { useRead, useWrite } from '../api/queries.ts';
import { useSession } from '../session/session.ts';
import { sessionListTexts as texts } from '../texts/access.ts';
import { shellTexts } from '../texts/shell.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { NextStep } from '../ui/link-button.tsx';
import { ProblemNotice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyCard, Loaded } from '../ui/states.tsx';
import { type Column, DataTable } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { useToast } from '../ui/toasts.tsx';
import { FactorsCard } from './factors-card.tsx';
import { PasswordDialog } from './password-dialog.tsx';

const deviceOf = ({ application, device, userAgent }: Session): string =>
  application?.name ?? device ?? userAgent ?? texts.unknown;

const columnsFor = (onEnd: (session: Session) => void): readonly Column<Session>[] => [
  {
    title: texts.columns.device,
    cell: (session) => (
      <span className="row">
        <span className="break">
          {deviceOf(session)}
          {session.application && (
            <div className="sub">{texts.returnsTo(session.application.redirectHost)}</div>
          )}
        </span>
        {session.application && (
          <Badge tone="calm">
            {session.application.readOnly ? texts.readingApplication : texts.application}
          </Badge>
        )}
        {session.isCurrent && <Badge tone="good">{texts.current}</Badge>}
      </span>
    ),
  },
  {
    title: texts.columns.factors,
    cell: ({ factors }) => factors.map((factor) => texts.factors[factor]).join(', '),
  },
  { title: texts.columns.address, cell: ({ ipAddress }) => ipAddress ?? texts.unknown },
  { title: texts.columns.begun, cell: ({ createdAt }) => <Time value={createdAt} /> },
  { title: texts.columns.expires, cell: ({ expiresAt }) => <Time value={expiresAt} /> },
  {
    title: texts.columns.actions,
    kind: 'actions',
    cell: (session) =>
      !session.isCurrent && (
        <Button aria-label={texts.endOf(deviceOf(session))} onClick={() => onEnd(session)}>
          {texts.end}
        </Button>
      ),
  },
];

/** Sessions of the caller. */
export function SessionsPage() {
  const toast = useToast();
  const { isUser } = useSession();
  const [isChanging, setChanging] = useState(false);
  const reading = useRead(['sessions'], (api) => orThrow(api.GET('/api/auth/sessions')));
  const ending = useWrite(
    (api, id: string) => orThrow(api.DELETE('/api/auth/sessions', { params: { query: { id } } })),
    ['sessions'],
  );
  const endingOthers = useWrite(
    (api, _: undefined) => orThrow(api.POST('/api/auth/sessions/end-others')),
    ['sessions'],
  );
  const failure = ending.error ?? endingOthers.error;
  const end = ({ id }: Session) => ending.mutate(id, { onSuccess: () => toast(texts.ended) });
  const endOthers = () =>
    endingOthers.mutate(undefined, { onSuccess: ({ ended }) => toast(texts.endedOthers(ended)) });
  return (
    <>
      <PageHeader
        title={texts.title}
        intro={texts.intro}
        actions={
          <>
            {(reading.data?.sessions.length ?? 0) > 1 && (
              <Button isBusy={endingOthers.isPending} onClick={endOthers}>
                {texts.endOthers}
              </Button>
            )}
            {isUser && <Button onClick={() => setChanging(true)}>{texts.password.open}</Button>}
          </>
        }
      />
      {failure && <ProblemNotice error={failure} />}
      <Loaded of={reading}>
        {({ sessions }) =>
          sessions.length > 0 ? (
            <DataTable
              caption={texts.title}
              columns={columnsFor(end)}
              rows={sessions}
              keyOf={({ id }) => id}
            />
          ) : (
            <EmptyCard
              icon="key"
              {...texts.empty}
              action={<NextStep to="/keys" title={shellTexts.pages.keys} need={apiKeys.features.list} />}
            />
          )
        }
      </Loaded>
      {isUser && <FactorsCard />}
      {isChanging && <PasswordDialog onClose={() => setChanging(false)} />}
    </>
  );
}
