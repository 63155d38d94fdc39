import { useMay } from '../session/session.ts';
import { homeTexts } from '../texts/home.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { WhenVisible } from '../ui/when-visible.tsx';
import { Activity } from './activity.tsx';
import { NeedsAttention } from './attention.tsx';
import { RunningWork } from './running-work.tsx';
import { StorageUsed } from './storage.tsx';
import './home.css';

/** What needs attention comes first; what is out of view asks for nothing yet. */
export function HomePage() {
  const may = useMay();
  return (
    <>
      <PageHeader title={homeTexts.title} intro={homeTexts.intro} />
      <div className="home-columns">
        <div>
          <NeedsAttention />
          <WhenVisible>
            <Activity />
          </WhenVisible>
        </div>
        <div>
          {may('progress.view') && <RunningWork />}
          {may('attachments.view') && (
            <WhenVisible>
              <StorageUsed />
            </WhenVisible>
          )}
        </div>
      </div>
    </>
  );
}
