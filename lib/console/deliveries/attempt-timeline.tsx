import type { WebhookDeliveryAttempt } from '../../../shared/clients/typescript/index.ts';
import { deliveryTexts } from '../texts/deliveries.ts';
import { Badge } from '../ui/badge.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { readableJson } from '../ui/readable-json.ts';
import { Time } from '../ui/time.tsx';
import { duration } from '../ui/times.ts';
import './attempt-timeline.css';

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
    <li className={isGood ? 'attempt good' : 'attempt bad'}>
      <div className="row apart">
        <div className="row">
          <h3>{texts.attempt(attemptNumber)}</h3>
          <Badge tone={isGood ? 'good' : 'bad'}>{texts.outcomes[outcome]}</Badge>
        </div>
        <span className="small muted">
          <Time value={startedAt} /> · {duration(durationMs)}
        </span>
      </div>
      <p className="break">
        <code>{url}</code> → {responseStatus ?? deliveryTexts.noResponse}
      </p>
      {errorMessage && <p className="break">{errorMessage}</p>}
      <details open={isOpen}>
        <summary>{texts.response}</summary>
        <Response attempt={attempt} />
      </details>
    </li>
  );
}

/** Every attempt, the latest first. */
export function AttemptTimeline({ attempts }: { attempts: readonly WebhookDeliveryAttempt[] }) {
  if (attempts.length === 0) return <p className="muted">{texts.noAttempts}</p>;
  return (
    <ol className="timeline">
      {attempts.toReversed().map((attempt, index) => (
        <Attempt key={attempt.attemptNumber} attempt={attempt} isOpen={index === 0} />
      ))}
    </ol>
  );
}
