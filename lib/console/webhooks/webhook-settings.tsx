import type { Webhook } from '../../../shared/clients/typescript/index.ts';
import { ConditionOutline } from '../conditions/condition-outline.tsx';
import { webhookTexts } from '../texts/webhooks.ts';
import { Card } from '../ui/card.tsx';
import { CodeFact, Fact, Facts, TimeFact } from '../ui/facts.tsx';
import { duration } from '../ui/times.ts';

const { facts, ...texts } = webhookTexts.show;

export function WebhookSettings({ webhook }: { webhook: Webhook }) {
  const headers = Object.keys(webhook.customHeaders ?? {});
  return (
    <Card title={texts.settings}>
      <Facts>
        <CodeFact name={facts.url}>{webhook.url}</CodeFact>
        <Fact name={facts.events}>
          <ul className="plain-list">
            {webhook.subscribedEvents.map((pattern) => (
              <li key={pattern}>
                <code>{pattern}</code>
              </li>
            ))}
          </ul>
        </Fact>
        {webhook.condition && (
          <Fact name={facts.condition}>
            <ConditionOutline condition={webhook.condition} />
          </Fact>
        )}
        <Fact name={facts.method}>{webhook.httpMethod}</Fact>
        <Fact name={facts.attempts}>{Math.max(webhook.maxRetries, 1)}</Fact>
        <Fact name={facts.timeout}>{duration(webhook.timeoutMs)}</Fact>
        <Fact name={facts.rateLimit}>{webhook.rateLimitPerMinute || texts.unlimited}</Fact>
        <Fact name={facts.autoDisable}>{webhook.autoDisableThreshold || texts.neverOff}</Fact>
        <Fact name={facts.headers}>{headers.join(', ') || '–'}</Fact>
        <CodeFact name={facts.secret}>{webhook.maskedSecret}</CodeFact>
        {webhook.previousSecretSetAt && (
          <TimeFact name={facts.previousSecret} value={webhook.previousSecretSetAt} />
        )}
        <TimeFact name={facts.created} value={webhook.createdAt} />
        <TimeFact name={facts.updated} value={webhook.updatedAt} />
      </Facts>
    </Card>
  );
}
