import { useIsSettled } from '../api/use-is-settled.ts';
import { useMay, useSession } from '../session/session.ts';
import { homeTexts } from '../texts/home.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { WhenVisible } from '../ui/when-visible.tsx';
import { Activity } from './activity.tsx';
import { NeedsAttention } from './attention.tsx';
import { FailingTenants } from './failing-tenants.tsx';
import { RunningWork } from './running-work.tsx';
import { StorageUsed } from './storage.tsx';
import './home.css';

/** Resources that need attention are loaded first; parts out of view send no requests yet. */
export function HomePage() {
  const may = useMay();
  const { isSuperAdmin } = useSession();
  const isSettled = useIsSettled();
  return (
    <>
      <PageHeader title={homeTexts.title} intro={homeTexts.intro} />
      <div className="home-columns">
        <div>
          <NeedsAttention isFirst={!isSettled} />
          {isSettled && (
            <WhenVisible>
              <Activity />
            </WhenVisible>
          )}
        </div>
        <div>
          {isSettled && isSuperAdmin && <FailingTenants />}
          {isSettled && may('progress.view') && <RunningWork />}
          {isSettled && may('attachments.view') && (
            <WhenVisible>
              <StorageUsed />
            </WhenVisible>
          )}
        </div>
      </div>
    </>
  );
}
