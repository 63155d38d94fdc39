import { homeTexts } from '../texts/home.ts';
import { Card } from '../ui/card.tsx';
import { Notice, ProblemNotice } from '../ui/notice.tsx';
import { Empty, Loading } from '../ui/states.tsx';
import { AttentionGroup } from './attention-group.tsx';
import { FirstSteps } from './first-steps.tsx';
import { useAttention } from './use-attention.ts';

const texts = homeTexts.attention;

/** What has failed and does not work yet, and the first steps where nothing could have failed. */
export function NeedsAttention({ isFirst }: { isFirst: boolean }) {
  const { groups, failures, isLoading, seen, unseen } = useAttention(isFirst);
  const isNone = !isLoading && groups.length === 0 && failures.length === 0;
  return (
    <>
      <Card title={texts.title}>
        <div className="stack">
          {failures.map(({ error, refetch }) => (
            <ProblemNotice key={String(error)} error={error} onRetry={refetch} />
          ))}
          {groups.map((group) => (
            <AttentionGroup key={group.title} of={group} />
          ))}
          {isLoading && <Loading />}
          {isNone && seen.length > 0 && <Empty icon="check" {...texts.none} />}
          {seen.length === 0 && (
            <Notice tone="warn" title={texts.noRights}>
              <p>{texts.noRightsHelp(unseen)}</p>
            </Notice>
          )}
          {seen.length > 0 && unseen.length > 0 && <p className="small muted">{texts.unseen(unseen)}</p>}
        </div>
      </Card>
      {isNone && !isFirst && <FirstSteps />}
    </>
  );
}
