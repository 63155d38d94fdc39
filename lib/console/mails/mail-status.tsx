import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { mailTexts } from '../texts/mails.ts';
import { Card } from '../ui/card.tsx';
import { Figures } from '../ui/figures.tsx';
import { Notice } from '../ui/notice.tsx';
import { Loaded } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';

const texts = mailTexts.status;

const count = (value: number): string => value.toLocaleString('en');

/** Whether mails are sent, the reason if not, and today's number. */
export function MailStatus() {
  const reading = useRead(['mails', 'status'], (api) => orThrow(api.GET('/api/email/status')));
  return (
    <Loaded of={reading}>
      {({ blockedReason, pausedUntil, pausedReason, ...today }) => (
        <>
          {blockedReason !== null && (
            <Notice tone="warn" title={texts.blocked[blockedReason]}>
              {pausedReason && <p>{pausedReason}</p>}
              {pausedUntil && (
                <p>
                  {texts.until} <Time value={pausedUntil} />
                </p>
              )}
            </Notice>
          )}
          <Card title={texts.title}>
            <Figures
              of={[
                { name: texts.sent, value: count(today.sentToday) },
                { name: texts.limit, value: count(today.dailyLimit) },
                {
                  name: texts.bounced,
                  value: count(today.bouncedToday),
                  ...(today.bouncedToday > 0 && { tone: 'bad' }),
                },
                {
                  name: texts.complained,
                  value: count(today.complainedToday),
                  ...(today.complainedToday > 0 && { tone: 'bad' }),
                },
              ]}
            />
          </Card>
        </>
      )}
    </Loaded>
  );
}
