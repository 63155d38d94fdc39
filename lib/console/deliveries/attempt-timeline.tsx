import type { WebhookDelivery, WebhookDeliveryAttempt } from '../../../shared/clients/typescript/index.ts';
import { deliveryTexts } from '../texts/deliveries.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { readableJson } from '../ui/readable-json.ts';
import { Time } from '../ui/time.tsx';
import { Timeline, TimelineEntry } from '../ui/timeline.tsx';
import { duration } from '../ui/times.ts';

const texts = deliveryTexts.show;

const headerLines = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

function Response({ attempt }: { attempt: WebhookDeliveryAttempt }) {
  const { responseStatus, responseHeaders, responseBody } = attempt;
  if (responseStatus === null) return <p className="muted">{texts.nothing}</p>;
  return (
    <div className="stack">
      {responseHeaders && <CodeBlock what={texts.responseHeaders} text={headerLines(responseHeaders)} />}
      {responseBody ? (
        <CodeBlock what={texts.responseBody} text={readableJson(responseBody)} />
      ) : (
        <p className="muted">{texts.emptyBody}</p>
      )}
    </div>
  );
}

interface AttemptProps {
  attempt: WebhookDeliveryAttempt;
  isOpen: boolean;
  /** No attempt follows. */
  isFinal: boolean;
}

function Attempt({ attempt, isOpen, isFinal }: AttemptProps) {
  const { attemptNumber, startedAt, durationMs, url, outcome, responseStatus, errorMessage } = attempt;
  const { requestHeaders } = attempt;
  const isGood = outcome === 'delivered';
  return (
    <TimelineEntry
      title={texts.attempt(attemptNumber)}
      tone={isGood ? 'good' : 'bad'}
      badge={isFinal && outcome === 'retry' ? texts.lastFailed : texts.outcomes[outcome]}
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
      {requestHeaders && (
        <details open={isOpen}>
          <summary>{texts.signedRequest}</summary>
          <CodeBlock what={texts.requestHeaders} text={headerLines(requestHeaders)} />
        </details>
      )}
      <details open={isOpen}>
        <summary>{texts.response}</summary>
        <Response attempt={attempt} />
      </details>
    </TimelineEntry>
  );
}

/** Every attempt, the latest first. */
export function AttemptTimeline({
  of: { attempts, status },
}: {
  of: Pick<WebhookDelivery, 'attempts' | 'status'>;
}) {
  if (attempts.length === 0) return <p className="muted">{texts.noAttempts}</p>;
  const isDecided = status !== 'pending' && status !== 'sending';
  return (
    <Timeline>
      {attempts.toReversed().map((attempt, index) => (
        <Attempt
          key={attempt.attemptNumber}
          attempt={attempt}
          isOpen={index === 0}
          isFinal={isDecided && index === 0}
        />
      ))}
    </Timeline>
  );
}
