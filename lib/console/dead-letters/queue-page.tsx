import { useState } from 'react';
import { useParams } from 'react-router';
import { type DeadLetter, orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead, useWrite } from '../api/queries.ts';
import { deadLetterTexts } from '../texts/dead-letters.ts';
import { Attributes, CodeAttribute, TimeAttribute } from '../ui/attributes.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { readableJson } from '../ui/readable-json.ts';
import { EmptyCard, Loaded } from '../ui/states.tsx';
import { useCloseWithToast } from '../ui/toasts.tsx';

const texts = deadLetterTexts.queue;

function RedriveDialog({ queue, onClose }: { queue: string; onClose: () => void }) {
  const redriving = useWrite(
    (api, name: string) =>
      orThrow(api.POST('/api/overview/dead-letters/{queue}/redrive', { params: { path: { queue: name } } })),
    ['deadLetters'],
  );
  const onSuccess = useCloseWithToast(deadLetterTexts.confirm.done, onClose);
  return (
    <ConfirmDialog
      title={deadLetterTexts.confirm.title(queue)}
      confirmLabel={deadLetterTexts.confirm.confirm}
      saving={redriving}
      onConfirm={() => redriving.mutate(queue, { onSuccess })}
      onClose={onClose}
    >
      <p>{deadLetterTexts.confirm.text}</p>
    </ConfirmDialog>
  );
}

function Letter({ letter }: { letter: DeadLetter }) {
  const { type, sentAt, tenantId, organizationId, body } = letter;
  return (
    <Card title={type ?? texts.noEnvelope}>
      <div className="stack">
        <Attributes>
          <TimeAttribute name={texts.sent} value={sentAt} />
          {tenantId && <CodeAttribute name={texts.tenant}>{tenantId}</CodeAttribute>}
          {organizationId && <CodeAttribute name={texts.organization}>{organizationId}</CodeAttribute>}
        </Attributes>
        <CodeBlock what={texts.body} text={readableJson(body)} />
      </div>
    </Card>
  );
}

/** Some of the dead letters of one queue, and a redrive of all. */
export function QueuePage() {
  const { queue = '' } = useParams();
  const [isAsking, setAsking] = useState(false);
  const reading = useRead(['deadLetters', 'queue', queue], (api) =>
    orThrow(api.GET('/api/overview/dead-letters/{queue}', { params: { path: { queue } } })),
  );
  const hasLetters = (reading.data?.items.length ?? 0) > 0;
  return (
    <>
      <PageHeader
        title={queue}
        parent={{ to: '/dead-letters', title: deadLetterTexts.title }}
        intro={reading.data && texts.some(reading.data.items.length, reading.data.count)}
        actions={
          hasLetters && (
            <Button variant="primary" onClick={() => setAsking(true)}>
              {texts.redrive}
            </Button>
          )
        }
      />
      <Loaded of={reading}>
        {({ items }) =>
          items.length > 0 ? (
            items.map((letter) => <Letter key={letter.messageId} letter={letter} />)
          ) : (
            <EmptyCard icon="check" {...texts.empty} />
          )
        }
      </Loaded>
      {isAsking && <RedriveDialog queue={queue} onClose={() => setAsking(false)} />}
    </>
  );
}
