import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { createPlatformClient, orThrow, PlatformError } from '../../../shared/clients/typescript/index.ts';
import { ApiProvider } from '../api/api-context.tsx';
import { sender } from '../api/send.ts';
import { sessionTexts } from '../texts/session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ProblemNotice } from '../ui/notice.tsx';
import { Loading } from '../ui/states.tsx';
import { baseOf, pageInAnyScope, parseAddress } from './address.ts';
import { later } from './later.tsx';
import { isReturnedWithProblem } from './provider-sign-in.tsx';
import { readSession, type SelectScope, SessionContext } from './session.ts';
import { sessionHint } from './session-hint.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { StepUpDialog } from './step-up-dialog.tsx';

type Stage = 'signed-out' | 'signed-in' | 'expired';

const EnrolPage = later(async () => (await import('../access/enrol-page.tsx')).EnrolPage);
const OtherScopePage = later(async () => (await import('./other-scope-page.tsx')).OtherScopePage);

const isUnauthenticated = (error: unknown): boolean => error instanceof PlatformError && error.status === 401;

const noScope = { tenantId: undefined, organizationId: undefined };

/** Loads the page anew: a document has one scope for all its time, so that nothing of another one remains in it. */
const select: SelectScope = (scope, page = pageInAnyScope(parseAddress(location.pathname).page)) =>
  location.assign(`${baseOf(scope)}${page}`);

/** Shows the console to callers with a session, otherwise the sign-in page. */
export function SessionGate({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [stage, setStage] = useState<Stage>(() =>
    sessionHint.isSet() && !isReturnedWithProblem() ? 'signed-in' : 'signed-out',
  );
  const onExpired = useCallback(() => {
    sessionHint.clear();
    setStage('expired');
  }, []);
  const api = useMemo(
    () => createPlatformClient({ baseUrl: location.origin, retries: 0, fetch: sender(onExpired) }),
    [onExpired],
  );
  const reading = useQuery({
    queryKey: ['session'],
    queryFn: () => readSession(api, parseAddress(location.pathname).scope),
    enabled: stage === 'signed-in',
  });

  const onSignedIn = () => {
    setStage('signed-in');
    void queries.invalidateQueries();
  };
  const changeAccount = () => {
    sessionHint.clear();
    queries.clear();
    setStage('signed-out');
  };
  const signOut = async () => {
    // With an expired token the API cannot find the session; the client refreshes it first. 401: it has ended.
    await orThrow(api.POST('/api/auth/logout')).catch((error: unknown) => {
      if (!isUnauthenticated(error)) throw error;
    });
    sessionHint.clear();
    // The next account may belong to another tenant than the one in the address.
    location.assign(`${baseOf(noScope)}/`);
  };

  const session = reading.data;
  if (stage === 'signed-out') return <SignInPage onDone={onSignedIn} />;
  if (session === undefined) {
    if (stage === 'expired' || isUnauthenticated(reading.error)) return <SignInPage onDone={onSignedIn} />;
    return (
      <main className="sign-in">
        {reading.error ? (
          <div className="stack">
            <ProblemNotice error={reading.error} onRetry={reading.refetch} />
            <Button variant="quiet" icon="user" onClick={changeAccount}>
              {sessionTexts.otherAccount}
            </Button>
          </div>
        ) : (
          <Loading />
        )}
      </main>
    );
  }
  if (session.refused !== undefined)
    return <OtherScopePage session={session} onSwitch={select} onOtherAccount={changeAccount} />;
  return (
    <SessionContext value={{ ...session, select, signOut }}>
      <ApiProvider scope={session.scope} onExpired={onExpired}>
        {session.mustEnrol ? (
          <EnrolPage onDone={() => void reading.refetch()} onSignOut={() => void signOut()} />
        ) : (
          children
        )}
        <StepUpDialog />
      </ApiProvider>
      {stage === 'expired' && (
        <Dialog title={sessionTexts.expired.title}>
          <div className="stack">
            <p>{sessionTexts.expired.message}</p>
            <SignInForm onDone={onSignedIn} />
          </div>
        </Dialog>
      )}
    </SessionContext>
  );
}
