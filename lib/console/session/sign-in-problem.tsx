import { PlatformError } from '../../../shared/clients/typescript/index.ts';
import { sessionTexts } from '../texts/session.ts';
import { Notice, ProblemNotice } from '../ui/notice.tsx';

/** Why signing in failed. 401 means wrong credentials here, not an expired session. */
export function SignInProblem({ error, way }: { error: unknown; way: 'password' | 'key' }) {
  if (error === undefined) return null;
  if (!(error instanceof PlatformError)) return <ProblemNotice error={error} />;
  const { wrong, choose } = sessionTexts;
  if (error.code === 'tenant_required') {
    return (
      <Notice tone="warn" title={choose.title}>
        <p>{choose.message}</p>
      </Notice>
    );
  }
  if (error.status !== 401) return <ProblemNotice error={error} />;
  return (
    <Notice tone="bad" title={wrong[way].title}>
      <p>{wrong[way].message}</p>
    </Notice>
  );
}
