import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { type Need, useMeets } from '../session/session.ts';
import { shellTexts } from '../texts/shell.ts';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';

function Refusal({ children }: { children: ReactNode }) {
  const { title, message } = shellTexts.noRight;
  return (
    <>
      <PageHeader title={title} />
      <Notice tone="warn" title={message}>
        {children}
      </Notice>
    </>
  );
}

/** Shows child pages to callers with what they need; others see what is missing. */
export function Needs({ need }: { need: Need }) {
  const meets = useMeets();
  if (meets(need)) return <Outlet />;
  return (
    <Refusal>{need === 'superAdmin' ? shellTexts.noRight.onlySuperAdmins : <code>{need}</code>}</Refusal>
  );
}
