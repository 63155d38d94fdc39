import type { WebhookDeliveryAttempt } from '../../../shared/clients/typescript/index.ts';
import { deliveryTexts } from '../texts/deliveries.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { readableJson } from '../ui/readable-json.ts';
import { Time } from '../ui/time.tsx';
import { Timeline, TimelineEntry } from '../ui/timeline.tsx';
import { duration } from '../ui/times.ts';

const texts = deliveryTexts.show;

function Response({ attempt }: { attempt: WebhookDeliveryAttempt }) {
  const { responseStatus, responseHeaders, responseBody } = attempt;
  if (responseStatus === null) return <p className="muted">{texts.nothing}</p>;
  return (
    <div className="stack">
      {responseHeaders && (
        <CodeBlock
          what={texts.responseHeaders}
          text={Object.entries(responseHeaders)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')}
        />
      )}
      {responseBody ? (
        <CodeBlock what={texts.responseBody} text={readableJson(responseBody)} />
      ) : (
        <p className="muted">{texts.emptyBody}</p>
      )}
    </div>
  );
}

function Attempt({ attempt, isOpen }: { attempt: WebhookDeliveryAttempt; isOpen: boolean }) {
  const { attemptNumber, startedAt, durationMs, url, outcome, responseStatus, errorMessage } = attempt;
  const isGood = outcome === 'delivered';
  return (
    <TimelineEntry
      title={texts.attempt(attemptNumber)}
      tone={isGood ? 'good' : 'bad'}
      badge={texts.outcomes[outcome]}
      aside={
        <>
          <Time value={startedAt} /> · {duration(durationMs)}
        </>
      }
    >
      <p className="break">
        <code>{url}</code> → {responseStatus ?? deliveryTexts.noResponse}
      </p>
      {errorMessage && <p className="break">{errorMessage}</p>}
      <details open={isOpen}>
        <summary>{texts.response}</summary>
        <Response attempt={attempt} />
      </details>
    </TimelineEntry>
  );
}

/** Every attempt, the latest first. */
export function AttemptTimeline({ attempts }: { attempts: readonly WebhookDeliveryAttempt[] }) {
  if (attempts.length === 0) return <p className="muted">{texts.noAttempts}</p>;
  return (
    <Timeline>
      {attempts.toReversed().map((attempt, index) => (
        <Attempt key={attempt.attemptNumber} attempt={attempt} isOpen={index === 0} />
      ))}
    </Timeline>
  );
}
