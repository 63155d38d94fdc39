import type { Webhook } from '../../../shared/clients/typescript/index.ts';
import { ConditionOutline } from '../conditions/condition-outline.tsx';
import { webhookTexts } from '../texts/webhooks.ts';
import { Card } from '../ui/card.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Time } from '../ui/time.tsx';
import { duration } from '../ui/times.ts';

const { facts, ...texts } = webhookTexts.show;

export function WebhookSettings({ webhook }: { webhook: Webhook }) {
  const headers = Object.keys(webhook.customHeaders ?? {});
  return (
    <Card title={texts.settings}>
      <Facts>
        <Fact name={facts.url}>
          <code>{webhook.url}</code>
        </Fact>
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
        <Fact name={facts.secret}>
          <code>{webhook.maskedSecret}</code>
        </Fact>
        {webhook.previousSecretSetAt && (
          <Fact name={facts.previousSecret}>
            <Time value={webhook.previousSecretSetAt} />
          </Fact>
        )}
        <Fact name={facts.created}>
          <Time value={webhook.createdAt} />
        </Fact>
        <Fact name={facts.updated}>
          <Time value={webhook.updatedAt} />
        </Fact>
      </Facts>
    </Card>
  );
}
