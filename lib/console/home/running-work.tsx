import { Link } from 'react-router';
import { homeTexts } from '../texts/home.ts';
import { Card } from '../ui/card.tsx';
import { Loaded } from '../ui/states.tsx';
import { ProgressRows } from '../work/progress-rows.tsx';
import { useActiveWork } from '../work/use-active-work.ts';

const texts = homeTexts.work;

const maxShown = 6;

export function RunningWork() {
  const reading = useActiveWork();
  return (
    <Card
      title={texts.title}
      actions={
        <Link to="/work" className="small">
          {texts.all}
        </Link>
      }
    >
      <Loaded of={reading}>
        {(jobs) =>
          jobs.length > 0 ? (
            <ProgressRows jobs={jobs.slice(0, maxShown)} />
          ) : (
            <p className="muted">{texts.none}</p>
          )
        }
      </Loaded>
    </Card>
  );
}
