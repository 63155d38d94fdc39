import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { useMay, useSession } from '../session/session.ts';
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

/** Shows child pages to callers with the feature; others see the missing feature. */
export function Needs({ feature }: { feature: string }) {
  const may = useMay();
  return may(feature) ? (
    <Outlet />
  ) : (
    <Refusal>
      <code>{feature}</code>
    </Refusal>
  );
}

export function NeedsSuperAdmin() {
  const { isSuperAdmin } = useSession();
  return isSuperAdmin ? <Outlet /> : <Refusal>{shellTexts.noRight.onlySuperAdmins}</Refusal>;
}
