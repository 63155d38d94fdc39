import { homeTexts } from '../texts/home.ts';
import { Card } from '../ui/card.tsx';
import { ProblemNotice } from '../ui/notice.tsx';
import { Empty, Loading } from '../ui/states.tsx';
import { AttentionGroup } from './attention-group.tsx';
import { useAttention } from './use-attention.ts';

const texts = homeTexts.attention;

/** Resources that need attention. */
export function NeedsAttention({ isFirst }: { isFirst: boolean }) {
  const { groups, failures, isLoading } = useAttention(isFirst);
  return (
    <Card title={texts.title}>
      <div className="stack">
        {failures.map(({ error, refetch }) => (
          <ProblemNotice key={String(error)} error={error} onRetry={refetch} />
        ))}
        {groups.map((group) => (
          <AttentionGroup key={group.title} of={group} />
        ))}
        {isLoading && <Loading />}
        {!isLoading && groups.length === 0 && failures.length === 0 && <Empty icon="check" {...texts.none} />}
      </div>
    </Card>
  );
}
