/** Sign-in at the identity provider of a tenant: which providers sign in an address, and the way there and back. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { orThrow, type SignInChoice } from '../../../shared/clients/typescript/index.ts';
import { sessionApi } from '../api/send.ts';
import { sessionTexts } from '../texts/session.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { usePause } from '../ui/use-pause.ts';
import { sessionHint } from './session-hint.ts';

const texts = sessionTexts.provider;
const address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The parameter with which the API returns a browser whose sign-in was refused. */
const problemParameter = 'signInProblem';

/** The tenants whose provider signs in the address; empty while it is incomplete, and if they cannot be read. */
export function useProviders(typed: string): readonly SignInChoice[] {
  const email = usePause(typed.trim());
  const isComplete = address.test(email);
  const { data } = useQuery({
    queryKey: ['signInChoices', email],
    queryFn: () => orThrow(sessionApi.GET('/api/auth/oidc', { params: { query: { email } } })),
    enabled: isComplete,
    staleTime: 60_000,
  });
  return isComplete ? (data?.providers ?? []) : [];
}

/** Leaves the console for the provider, which returns to the current page. */
export function continueAt({ tenantId }: SignInChoice, email: string): void {
  // The API sets the cookies of the session on the way back; without a session, the hint costs one refused request.
  sessionHint.set();
  const query = new URLSearchParams({
    tenantId,
    email: email.trim(),
    redirect: `${location.pathname}${location.search}`,
  });
  location.assign(`/api/auth/oidc/start?${query}`);
}

/** A button for each provider that signs in the address. */
export function ProviderButtons({ providers, email }: { providers: readonly SignInChoice[]; email: string }) {
  return (
    <div className="stack tight" role="status">
      {providers.map((choice) => (
        <Button
          key={choice.tenantId}
          variant="primary"
          icon="shield"
          onClick={() => continueAt(choice, email)}
        >
          {texts.continueWith(choice.tenantName ?? choice.tenantId)}
        </Button>
      ))}
    </div>
  );
}

/** Whether the API has returned the browser because a sign-in was refused. */
export const isReturnedWithProblem = (): boolean =>
  new URLSearchParams(location.search).has(problemParameter);

/** Why the sign-in from which the browser returns was refused. A reload does not show it again. */
export function ReturnProblem() {
  const [problem] = useState(() => new URLSearchParams(location.search).get(problemParameter));
  useEffect(() => {
    const { href } = location;
    const url = new URL(href);
    url.searchParams.delete(problemParameter);
    if (url.href !== href) history.replaceState(history.state, '', url);
  }, []);
  if (problem === null) return null;
  const known: Readonly<Record<string, string>> = texts.problems;
  return (
    <Notice tone="bad" title={texts.refused}>
      <p>{known[problem] ?? texts.otherProblem}</p>
    </Notice>
  );
}
