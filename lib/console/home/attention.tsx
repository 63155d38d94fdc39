import { homeTexts } from '../texts/home.ts';
import { Card } from '../ui/card.tsx';
import { Notice } from '../ui/notice.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { AttentionGroup } from './attention-group.tsx';
import { groupsOf } from './causes.ts';
import { FirstSteps } from './first-steps.tsx';
import { useAttention } from './use-attention.ts';

const texts = homeTexts.attention;

/** The feature of kinds that only super admins see: no role grants it. */
const superAdminFeature = 'super_admin';

/** What fails now, and the first steps where nothing could have failed. */
export function NeedsAttention({ isFirst }: { isFirst: boolean }) {
  const reading = useAttention();
  const { data } = reading;
  const isNone = data?.items.length === 0 && data.kinds.length > 0;
  return (
    <>
      <Card title={texts.title}>
        <Loaded of={reading}>
          {({ items, kinds, leftOut, isComplete }) => {
            const open = items.filter(({ state }) => state === 'open');
            const quiet = items.filter(({ state }) => state !== 'open');
            const unseen = leftOut
              .filter(({ feature }) => feature !== superAdminFeature)
              .map(({ kind }) => texts.kindTexts(kind).name);
            return (
              <div className="stack">
                {groupsOf(open).map((group) => (
                  <AttentionGroup key={group.kind} of={group} />
                ))}
                {kinds.length === 0 && (
                  <Notice tone="warn" title={texts.noRights}>
                    <p>{texts.noRightsHelp(unseen)}</p>
                  </Notice>
                )}
                {kinds.length > 0 && open.length === 0 && (
                  <Empty icon="check" {...(quiet.length === 0 ? texts.none : texts.allKnown)} />
                )}
                {quiet.length > 0 && (
                  <details>
                    <summary>{texts.quiet(quiet.length)}</summary>
                    {groupsOf(quiet).map((group) => (
                      <AttentionGroup key={group.kind} of={group} />
                    ))}
                  </details>
                )}
                {kinds.length > 0 && unseen.length > 0 && (
                  <p className="small muted">{texts.unseen(unseen)}</p>
                )}
                {!isComplete && <p className="small muted">{texts.incomplete}</p>}
              </div>
            );
          }}
        </Loaded>
      </Card>
      {isNone && !isFirst && <FirstSteps />}
    </>
  );
}
