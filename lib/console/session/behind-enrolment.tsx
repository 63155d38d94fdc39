import { type ComponentProps, useEffect, useState } from 'react';
import type { EnrolPage } from '../access/enrol-page.tsx';
import { ProblemNotice } from '../ui/notice.tsx';
import { Loading } from '../ui/states.tsx';

type Props = ComponentProps<typeof EnrolPage>;
type Outcome = { Page: typeof EnrolPage } | { error: unknown };

/** Loads the page on which users set up the second factor that they need. */
export function BehindEnrolment(props: Props) {
  const [loaded, setLoaded] = useState<Outcome>();
  useEffect(() => {
    import('../access/enrol-page.tsx').then(
      ({ EnrolPage: Page }) => setLoaded({ Page }),
      (error: unknown) => setLoaded({ error }),
    );
  }, []);
  if (loaded === undefined) return <Loading />;
  if ('error' in loaded) return <ProblemNotice error={loaded.error} onRetry={() => location.reload()} />;
  return <loaded.Page {...props} />;
}
