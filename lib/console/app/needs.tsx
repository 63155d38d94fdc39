import { Outlet } from 'react-router';
import { useMay } from '../session/session.ts';
import { shellTexts } from '../texts/shell.ts';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';

/** The pages below it, for callers with the feature; others read which one they lack. */
export function Needs({ feature }: { feature: string }) {
  const may = useMay();
  if (may(feature)) return <Outlet />;
  const { title, message } = shellTexts.noRight;
  return (
    <>
      <PageHeader title={title} />
      <Notice tone="warn" title={message}>
        <code>{feature}</code>
      </Notice>
    </>
  );
}
