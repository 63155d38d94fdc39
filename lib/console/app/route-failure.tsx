import { useRouteError } from 'react-router';
import { shellTexts } from '../texts/shell.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { ProblemNotice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Empty } from '../ui/states.tsx';

/** Replaces a page that could not be loaded or rendered. */
export function RouteFailure() {
  const error = useRouteError();
  return (
    <>
      <PageHeader title={shellTexts.failed} />
      <ProblemNotice error={error} onRetry={() => location.reload()} />
    </>
  );
}

export function UnknownPage() {
  const { title, message } = shellTexts.notFound;
  return (
    <>
      <PageHeader title={title} />
      <Empty title={title} text={message} action={<LinkButton to="/">{shellTexts.toHome}</LinkButton>} />
    </>
  );
}
