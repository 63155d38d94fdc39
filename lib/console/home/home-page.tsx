import { useIsSettled } from '../api/use-is-settled.ts';
import { useMay } from '../session/session.ts';
import { homeTexts } from '../texts/home.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { WhenVisible } from '../ui/when-visible.tsx';
import { Activity } from './activity.tsx';
import { NeedsAttention } from './attention.tsx';
import { RunningWork } from './running-work.tsx';
import { StorageUsed } from './storage.tsx';
import './home.css';

/** What needs attention comes first, alone; what is out of view asks for nothing yet. */
export function HomePage() {
  const may = useMay();
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
