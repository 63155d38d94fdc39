import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type EmailPreferences, orThrow, toJson } from '../../../shared/clients/typescript/index.ts';
import { useRead, type Versioned, withVersion } from '../api/queries.ts';
import { SelectField, TextField } from '../forms/field.tsx';
import { oneOf } from '../forms/filters.ts';
import { FormBody } from '../forms/form-body.tsx';
import { SaveProblem } from '../forms/save-problem.tsx';
import { UnsavedGuard } from '../forms/unsaved-guard.tsx';
import { useSaveAndReload } from '../forms/use-save-and-reload.ts';
import { useVersion } from '../forms/use-version.ts';
import { useSession } from '../session/session.ts';
import { mailTexts } from '../texts/mails.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyCard, Loaded } from '../ui/states.tsx';
import './mails.css';
import { type MailMode, ModeOptions, modes } from './mode-choice.tsx';

const texts = mailTexts.preferences;

interface Preferences {
  mode: MailMode | null;
  types: Readonly<Record<string, MailMode>>;
}

interface ExceptionsProps {
  types: Preferences['types'];
  onChange: (types: Preferences['types']) => void;
}

function NewException({ types, onChange }: ExceptionsProps) {
  const { register, handleSubmit, reset } = useForm<{ type: string; mode: MailMode }>({
    defaultValues: { type: '', mode: 'off' },
  });
  const add = handleSubmit(({ type, mode }) => {
    onChange({ ...types, [type.trim()]: mode });
    reset();
  });
  return (
    <div className="form-columns">
      <TextField
        label={texts.type}
        hint={texts.typeHint}
        {...register('type', { required: true })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // The key belongs to the exception, not to the form around it.
          event.preventDefault();
          void add();
        }}
      />
      <SelectField label={texts.when} {...register('mode')}>
        <ModeOptions />
      </SelectField>
      <div>
        <Button icon="plus" onClick={() => void add()}>
          {texts.add}
        </Button>
      </div>
    </div>
  );
}

/** Modes of single notification types. */
function Exceptions({ types, onChange }: ExceptionsProps) {
  const entries = Object.entries(types).toSorted(([a], [b]) => a.localeCompare(b));
  const without = (type: string) =>
    onChange(Object.fromEntries(Object.entries(types).filter(([name]) => name !== type)));
  return (
    <div className="stack">
      <p className="muted">{texts.typesIntro}</p>
      {entries.length === 0 && <p>{texts.none}</p>}
      {entries.map(([type, mode]) => (
        <div key={type} className="row apart">
          <code className="break">{type}</code>
          <span className="row">
            <select
              className="input exception-mode"
              aria-label={texts.whenOf(type)}
              value={mode}
              onChange={({ target }) => {
                const chosen = oneOf(modes, target.value);
                if (chosen) onChange({ ...types, [type]: chosen });
              }}
            >
              <ModeOptions />
            </select>
            <Button
              variant="quiet"
              icon="close"
              aria-label={texts.remove(type)}
              onClick={() => without(type)}
            />
          </span>
        </div>
      ))}
      <NewException types={types} onChange={onChange} />
    </div>
  );
}

interface PreferencesFormProps {
  of: Versioned<EmailPreferences>;
  onReload: () => Promise<void>;
}

function PreferencesForm({ of, onReload }: PreferencesFormProps) {
  // The edited version, even if the page reads a newer one meanwhile.
  const [{ data, etag }] = useState(of);
  const [preferences, setPreferences] = useState<Preferences>({ mode: data.mode, types: data.types });
  const { mode, types } = preferences;
  const isDirty = mode !== data.mode || toJson(types) !== toJson(data.types);
  const { saving, onSave, onOverwrite } = useSaveAndReload(
    (api, changed: Preferences, params) => {
      const body = { mode: changed.mode, types: { ...changed.types } };
      return orThrow(api.PUT('/api/email/preferences', { params, body }));
    },
    { etag, refreshes: ['mails'], onReload, saved: texts.saved },
  );
  const byTenant = data.mode === null ? texts.byTenant(mailTexts.modes[data.effectiveMode]) : texts.asTenant;
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(preferences);
      }}
    >
      <UnsavedGuard isDirty={isDirty && !saving.isSuccess} />
      <SaveProblem error={saving.error} onOverwrite={() => onOverwrite(preferences)} onReload={onReload} />
      <FormBody isSaving={saving.isPending}>
        <SelectField
          label={texts.mode}
          value={mode ?? ''}
          onChange={({ target }) => setPreferences({ mode: oneOf(modes, target.value) ?? null, types })}
        >
          <option value="">{byTenant}</option>
          <ModeOptions />
        </SelectField>
        <Card title={texts.types}>
          <Exceptions types={types} onChange={(changed) => setPreferences({ mode, types: changed })} />
        </Card>
      </FormBody>
      <div className="form-actions">
        <Button variant="primary" type="submit" isBusy={saving.isPending}>
          {uiTexts.save}
        </Button>
      </div>
    </form>
  );
}

/** The caller's mail preferences. An API key gets no mails. */
export function PreferencesPage() {
  const { isUser } = useSession();
  return (
    <>
      <PageHeader title={texts.title} intro={texts.intro} />
      {isUser ? <OwnPreferences /> : <EmptyCard icon="mail" {...texts.ofKey} />}
    </>
  );
}

function OwnPreferences() {
  const reading = useRead(['mails', 'preferences'], (api) => withVersion(api.GET('/api/email/preferences')));
  const { current, version, reload } = useVersion(reading);
  return (
    <Loaded of={current}>
      {(preferences) => <PreferencesForm key={version} of={preferences} onReload={reload} />}
    </Loaded>
  );
}
