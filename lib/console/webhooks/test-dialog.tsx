import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import {
  orThrow,
  type TestedCondition,
  type Webhook,
  type WebhookDelivery,
} from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { MadeComparisons } from '../conditions/condition-outline.tsx';
import { SelectField } from '../forms/field.tsx';
import { SaveProblem } from '../forms/save-problem.tsx';
import { webhookTexts } from '../texts/webhooks.ts';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { readableJson } from '../ui/readable-json.ts';
import { duration } from '../ui/times.ts';

const texts = webhookTexts.test;

function TestResult({ delivery }: { delivery: WebhookDelivery }) {
  const { id, status, responseStatus, durationMs, errorMessage, responseBody } = delivery;
  const isGood = status === 'delivered';
  return (
    <div className="stack">
      <Notice
        tone={isGood ? 'good' : 'bad'}
        title={isGood ? texts.delivered(responseStatus, duration(durationMs)) : texts.refused(responseStatus)}
      >
        {errorMessage && <p className="break">{errorMessage}</p>}
        <Link to={`/deliveries/${id}`}>{texts.open}</Link>
      </Notice>
      {responseBody && <CodeBlock text={readableJson(responseBody)} what={texts.response} />}
    </div>
  );
}

/** A test is always sent; an event with this content might not match the condition. */
function ConditionResult({ of: { holds, decidedBy, error } }: { of: TestedCondition }) {
  return (
    <Notice tone={holds ? 'good' : 'warn'} title={holds ? texts.conditionHolds : texts.conditionFails}>
      {error && <p className="break">{error}</p>}
      {decidedBy && <MadeComparisons of={[decidedBy]} />}
    </Notice>
  );
}

const isSingleEvent = (pattern: string): boolean => !pattern.includes('*');

/** Sends a test at once and shows the response. */
export function TestDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { register, handleSubmit } = useForm({ defaultValues: { eventType: '' } });
  const testing = useWrite(
    (api, eventType: string) =>
      orThrow(
        api.POST('/api/webhooks/{id}/test', {
          params: { path: { id: webhook.id } },
          body: eventType === '' ? {} : { eventType },
        }),
      ),
    ['deliveries', 'webhooks'],
  );
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <form className="form" onSubmit={handleSubmit(({ eventType }) => testing.mutate(eventType))}>
        <SaveProblem error={testing.error} />
        <SelectField label={texts.event} hint={texts.eventHint} {...register('eventType')}>
          <option value="">{texts.standard}</option>
          {webhook.subscribedEvents.filter(isSingleEvent).map((event) => (
            <option key={event}>{event}</option>
          ))}
        </SelectField>
        {testing.data?.condition && <ConditionResult of={testing.data.condition} />}
        {testing.data && <TestResult delivery={testing.data.delivery} />}
        <div className="form-actions">
          <Button variant="primary" icon="send" type="submit" isBusy={testing.isPending}>
            {testing.data ? texts.again : texts.send}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
