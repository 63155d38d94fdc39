import { useState } from 'react';
import { useParams } from 'react-router';
import { type DeadLetter, orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead, useWrite } from '../api/queries.ts';
import { deadLetterTexts } from '../texts/dead-letters.ts';
import { Attribute, Attributes, CodeAttribute, TimeAttribute } from '../ui/attributes.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { NextStep } from '../ui/link-button.tsx';
import { Notice, ProblemNotice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { readableJson } from '../ui/readable-json.ts';
import { EmptyCard, Loaded } from '../ui/states.tsx';
import { useCloseWithToast, useToast } from '../ui/toasts.tsx';

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

/** Moves one dead letter back. */
function RedriveOne({ queue, messageId }: { queue: string; messageId: string }) {
  const toast = useToast();
  const redriving = useWrite(
    (api, id: string) =>
      orThrow(
        api.POST('/api/overview/dead-letters/{queue}/redrive', {
          params: { path: { queue } },
          body: { messageIds: [id] },
        }),
      ),
    ['deadLetters'],
  );
  const redrive = () => redriving.mutate(messageId, { onSuccess: () => toast(texts.movedOne) });
  return (
    <>
      <Button isBusy={redriving.isPending} onClick={redrive}>
        {texts.redriveOne}
      </Button>
      {redriving.error && <ProblemNotice error={redriving.error} />}
    </>
  );
}

function Letter({ queue, letter }: { queue: string; letter: DeadLetter }) {
  const { messageId, type, sentAt, tenantId, organizationId, body, cause, failedAt, tries } = letter;
  return (
    <Card
      as="article"
      title={type ?? texts.noEnvelope}
      actions={<RedriveOne queue={queue} messageId={messageId} />}
    >
      <div className="stack">
        <Notice tone="bad" title={texts.cause}>
          <p className="break">{cause ?? texts.noCause}</p>
        </Notice>
        <Attributes>
          {tries !== null && <Attribute name={texts.tries}>{tries}</Attribute>}
          {failedAt && <TimeAttribute name={texts.failed} value={failedAt} />}
          <TimeAttribute name={texts.sent} value={sentAt} />
          <Attribute name={texts.messageId}>
            <span className="row">
              <code>{messageId}</code>
              <CopyButton text={messageId} what={texts.messageId} />
            </span>
          </Attribute>
          {tenantId && <CodeAttribute name={texts.tenant}>{tenantId}</CodeAttribute>}
          {organizationId && <CodeAttribute name={texts.organization}>{organizationId}</CodeAttribute>}
        </Attributes>
        <CodeBlock what={texts.body} text={readableJson(body)} />
      </div>
    </Card>
  );
}

/** Some of the dead letters of one queue with their causes; each or all of them can be moved back. */
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
            items.map((letter) => <Letter key={letter.messageId} queue={queue} letter={letter} />)
          ) : (
            <EmptyCard
              icon="check"
              {...texts.empty}
              action={<NextStep to="/dead-letters" title={texts.others} />}
            />
          )
        }
      </Loaded>
      {isAsking && <RedriveDialog queue={queue} onClose={() => setAsking(false)} />}
    </>
  );
}
