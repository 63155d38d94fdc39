import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { orThrow, toJson } from '../../../shared/clients/typescript/index.ts';
import { problemOf } from '../api/problems.ts';
import { useRead, useWrite } from '../api/queries.ts';
import { TextArea, TextField } from '../forms/field.tsx';
import { parseJsonObject } from '../forms/json-object.ts';
import { SaveProblem } from '../forms/save-problem.tsx';
import { useMay } from '../session/session.ts';
import { eventTexts } from '../texts/events.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Loaded } from '../ui/states.tsx';
import { useWebhookChoices } from '../webhooks/use-webhook-choices.ts';
import {
  dataProblem,
  type EventDraft,
  idProblem,
  isSubscribed,
  ownTypesIn,
  typeProblem,
} from './event-draft.ts';

const texts = eventTexts.publish;

const newEvent: EventDraft = {
  type: '',
  data: toJson({ id: 'SO-1001', carrier: 'DHL' }, 2),
  id: '',
};

function usePublish() {
  return useWrite(
    (api, { type, data, id }: EventDraft) =>
      orThrow(
        api.POST('/api/events', {
          body: { type, data: parseJsonObject(data) ?? {}, ...(id !== '' && { id }) },
        }),
      ),
    ['deliveries', 'webhooks'],
  );
}

/** The active webhooks whose subscriptions select the type. */
function Receivers({ type }: { type: string }) {
  const reading = useWebhookChoices();
  return (
    <Card title={texts.receivers}>
      <Loaded of={reading}>
        {(webhooks) => {
          const receivers = webhooks.filter(
            ({ isActive, subscribedEvents }) => isActive && isSubscribed(subscribedEvents, type),
          );
          if (receivers.length === 0) return <p className="muted">{texts.noReceivers}</p>;
          return (
            <ul className="plain-list">
              {receivers.map(({ id, name }) => (
                <li key={id} className="break">
                  <Link to={`/webhooks/${id}`}>{name}</Link>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Card>
  );
}

function Published({ type, id }: { type: string; id: string }) {
  const may = useMay();
  return (
    <Notice
      tone="good"
      title={texts.published}
      actions={
        may('webhooks.view') && (
          <LinkButton to={`/deliveries?${new URLSearchParams({ event: type })}`}>
            {texts.deliveries}
          </LinkButton>
        )
      }
    >
      <p>
        {texts.publishedAs} <code>{id}</code>
      </p>
    </Notice>
  );
}

export function PublishPage() {
  const may = useMay();
  const mayView = may('webhooks.view');
  const subscribers = useWebhookChoices(mayView);
  const eventTypes = useRead(['eventTypes'], (api) => orThrow(api.GET('/api/webhooks/events')), {
    enabled: mayView,
  });
  const modules = new Set(eventTypes.data?.data.map(({ module }) => module));
  const patterns = subscribers.data?.flatMap(({ subscribedEvents }) => subscribedEvents) ?? [];
  const listId = useId();
  const { register, handleSubmit, watch, formState } = useForm<EventDraft>({
    defaultValues: newEvent,
    mode: 'onChange',
  });
  const publishing = usePublish();
  const refused = publishing.error ? problemOf(publishing.error).fields : [];
  const problemIn = (name: keyof EventDraft) =>
    formState.errors[name]?.message ?? refused.find(({ field }) => field === name)?.message;
  const type = watch('type').trim();
  // The modules may be there only after the type was typed.
  const wrongType = typeProblem(type, modules);
  return (
    <>
      <PageHeader
        title={texts.title}
        intro={texts.intro}
        parent={{ to: '/events', title: eventTexts.feed.title }}
      />
      {publishing.data && <Published type={publishing.variables.type} id={publishing.data.id} />}
      <form className="form" onSubmit={handleSubmit((draft) => publishing.mutate(draft))} noValidate>
        <SaveProblem error={publishing.error} />
        <TextField
          label={texts.type}
          hint={texts.typeHint}
          list={listId}
          autoCapitalize="off"
          autoComplete="off"
          error={(formState.dirtyFields.type && wrongType) || problemIn('type')}
          {...register('type', {
            required: uiTexts.required,
            setValueAs: (text: string) => text.trim(),
            validate: (text) => typeProblem(text.trim(), modules),
          })}
        />
        <datalist id={listId}>
          {ownTypesIn(patterns, modules).map((known) => (
            <option key={known} value={known} />
          ))}
        </datalist>
        <TextArea
          label={texts.data}
          hint={texts.dataHint}
          rows={8}
          isCode
          error={problemIn('data')}
          {...register('data', { validate: dataProblem })}
        />
        <TextField
          label={texts.id}
          hint={texts.idHint}
          maxLength={100}
          autoComplete="off"
          error={problemIn('id')}
          {...register('id', { validate: idProblem })}
        />
        <div className="form-actions">
          <Button variant="primary" icon="send" type="submit" isBusy={publishing.isPending}>
            {texts.submit}
          </Button>
        </div>
      </form>
      {mayView && wrongType === undefined && <Receivers type={type} />}
    </>
  );
}
