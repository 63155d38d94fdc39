import type { Webhook } from '../../../shared/clients/typescript/index.ts';
import { ConditionOutline } from '../conditions/condition-outline.tsx';
import { webhookTexts } from '../texts/webhooks.ts';
import { Attribute, Attributes, CodeAttribute, TimeAttribute } from '../ui/attributes.tsx';
import { Card } from '../ui/card.tsx';
import { duration } from '../ui/times.ts';

const { attributes, ...texts } = webhookTexts.show;

export function WebhookSettings({ webhook }: { webhook: Webhook }) {
  const headers = Object.keys(webhook.customHeaders ?? {});
  return (
    <Card title={texts.settings}>
      <Attributes>
        <CodeAttribute name={attributes.url}>{webhook.url}</CodeAttribute>
        <Attribute name={attributes.events}>
          <ul className="plain-list">
            {webhook.subscribedEvents.map((pattern) => (
              <li key={pattern}>
                <code>{pattern}</code>
              </li>
            ))}
          </ul>
        </Attribute>
        {webhook.condition && (
          <Attribute name={attributes.condition}>
            <ConditionOutline condition={webhook.condition} />
          </Attribute>
        )}
        <Attribute name={attributes.method}>{webhook.httpMethod}</Attribute>
        <Attribute name={attributes.attempts}>{Math.max(webhook.maxRetries, 1)}</Attribute>
        <Attribute name={attributes.timeout}>{duration(webhook.timeoutMs)}</Attribute>
        <Attribute name={attributes.rateLimit}>{webhook.rateLimitPerMinute || texts.unlimited}</Attribute>
        <Attribute name={attributes.autoDisable}>{webhook.autoDisableThreshold || texts.neverOff}</Attribute>
        <Attribute name={attributes.headers}>{headers.join(', ') || '–'}</Attribute>
        <CodeAttribute name={attributes.secret}>{webhook.maskedSecret}</CodeAttribute>
        {webhook.previousSecretSetAt && (
          <TimeAttribute name={attributes.previousSecret} value={webhook.previousSecretSetAt} />
        )}
        <TimeAttribute name={attributes.created} value={webhook.createdAt} />
        <TimeAttribute name={attributes.updated} value={webhook.updatedAt} />
      </Attributes>
    </Card>
  );
}
