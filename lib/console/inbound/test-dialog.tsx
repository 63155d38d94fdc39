import { useForm } from 'react-hook-form';
import { type InboundEndpoint, orThrow, toJson } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { sessionApi } from '../api/send.ts';
import { TextArea, TextField } from '../forms/field.tsx';
import { fieldsOf } from '../forms/form-fields.ts';
import { parseJsonObject } from '../forms/json-object.ts';
import { SaveProblem } from '../forms/save-problem.tsx';
import { inboundTexts } from '../texts/inbound.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import type { ProviderKey } from './endpoint-fields.ts';
import { hasEventHeader, isSecretOf, signedHeaders } from './sign-message.ts';

const texts = inboundTexts.test;

interface TestFields {
  secret: string;
  eventType: string;
  body: string;
}

const sampleBody = toJson({ type: 'invoice.paid', number: 1001 }, 2);

/** Sends a message as the provider would. It carries no session: the receiver sees only the signature. */
export function TestDialog(props: {
  endpoint: InboundEndpoint & { providerKey: ProviderKey };
  onClose: () => void;
}) {
  const { endpoint, onClose } = props;
  const namesEvent = hasEventHeader(endpoint);
  const form = useForm<TestFields>({
    defaultValues: { secret: '', eventType: namesEvent ? 'push' : '', body: sampleBody },
  });
  const field = fieldsOf(form, undefined);
  const testing = useWrite(async (_, { secret, eventType, body }: TestFields) => {
    const id = `test_${crypto.randomUUID()}`;
    const sentAtSeconds = Math.floor(Date.now() / 1_000);
    const headers = await signedHeaders(endpoint, secret.trim(), { id, eventType, body, sentAtSeconds });
    return orThrow(
      sessionApi.POST('/api/webhooks/inbound/{endpointId}', {
        params: { path: { endpointId: endpoint.id } },
        body,
        bodySerializer: (text: string | Blob) => text,
        headers: { ...headers, 'content-type': 'application/json' },
      }),
    );
  }, []);
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <form className="form" onSubmit={form.handleSubmit((fields) => testing.mutate(fields))} noValidate>
        <SaveProblem error={testing.error} />
        <p>{texts.intro}</p>
        <TextField
          label={texts.secret}
          hint={texts.secretHint}
          type="password"
          autoComplete="off"
          {...field('secret', {
            required: uiTexts.required,
            validate: (text) => isSecretOf(endpoint, text.trim()) || texts.secretProblem,
          })}
        />
        {namesEvent && (
          <TextField label={texts.event} {...field('eventType', { required: uiTexts.required })} />
        )}
        <TextArea
          label={texts.body}
          rows={6}
          isCode
          {...field('body', { validate: (text) => Boolean(parseJsonObject(text)) || texts.bodyProblem })}
        />
        {testing.data && (
          <Notice tone="good" title={testing.data.duplicate ? texts.duplicate : texts.accepted}>
            <p>{texts.acceptedText}</p>
          </Notice>
        )}
        <div className="form-actions">
          <Button variant="primary" icon="send" type="submit" isBusy={testing.isPending}>
            {texts.send}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
