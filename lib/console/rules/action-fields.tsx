/** The settings of an action, by its type in the API. */
import { useState } from 'react';
import { SelectField, TextArea, TextField } from '../forms/field.tsx';
import { useMay } from '../session/session.ts';
import { ruleTexts } from '../texts/rules.ts';
import { useWebhookChoices } from '../webhooks/use-webhook-choices.ts';
import { type ActionDraft, type ActionType, longTexts, settingOf, withSetting } from './action-draft.ts';

const texts = ruleTexts.actions;

const labelOf = (name: string): string => texts.settings[name] ?? name;

interface SettingProps {
  name: string;
  draft: ActionDraft;
  problem: string | undefined;
  onChange: (draft: ActionDraft) => void;
}

/** Selects a webhook by name, for callers who may see webhooks. */
function WebhookSetting({ name, draft, problem, onChange }: SettingProps) {
  const { data: choices = [] } = useWebhookChoices();
  const chosen = draft.settings[name] ?? '';
  return (
    <SelectField
      label={labelOf(name)}
      error={problem}
      value={chosen}
      onChange={({ target }) => onChange(withSetting(draft, name, target.value))}
      choices={choices.map(({ id, name: title }) => [id, title])}
      stored={[chosen, chosen]}
    >
      <option value="">{texts.choose}</option>
    </SelectField>
  );
}

function Setting(props: SettingProps) {
  const { name, draft, problem, onChange } = props;
  const may = useMay();
  if (name === 'webhookId' && may('webhooks.view')) return <WebhookSetting {...props} />;
  const shared = { label: labelOf(name), hint: texts.hints[name], error: problem };
  const value = draft.settings[name] ?? '';
  const change = (text: string) => onChange(withSetting(draft, name, text));
  return longTexts.has(name) ? (
    <TextArea
      {...shared}
      isCode={name !== 'message'}
      rows={2}
      value={value}
      onChange={({ target }) => change(target.value)}
    />
  ) : (
    <TextField
      {...shared}
      autoCapitalize="off"
      value={value}
      onChange={({ target }) => change(target.value)}
    />
  );
}

/** One of several settings that mean the same or exclude each other. */
function Alternatives(props: Omit<SettingProps, 'name'> & { names: readonly string[] }) {
  const { names, draft, onChange } = props;
  const used = names.find((name) => draft.settings[name] !== undefined);
  const [chosen, setChosen] = useState(used ?? names[0] ?? '');
  const name = used ?? chosen;
  const areSynonyms = new Set(names.map(labelOf)).size === 1;
  const choose = (wanted: string) => {
    setChosen(wanted);
    onChange(names.reduce((cleared, other) => withSetting(cleared, other, ''), draft));
  };
  return (
    <>
      {!areSynonyms && (
        <SelectField
          label={texts.either}
          value={name}
          onChange={({ target }) => choose(target.value)}
          choices={names.map((one) => [one, labelOf(one)])}
        />
      )}
      <Setting {...props} name={name} />
    </>
  );
}

interface ActionFieldsProps {
  draft: ActionDraft;
  type: ActionType;
  /** The error of the API for this action. */
  problem: string | undefined;
  onChange: (draft: ActionDraft) => void;
}

/** Unknown settings, such as those of a later version, are kept unchanged. */
export function ActionFields({ draft, type, problem, onChange }: ActionFieldsProps) {
  const named = problem === undefined ? undefined : settingOf(problem);
  const problemIn = (names: readonly string[]) =>
    named !== undefined && names.includes(named) ? problem : undefined;
  const isShown = [...type.required.flat(), ...type.optional].includes(named ?? '');
  return (
    <div className="stack tight">
      {type.required.map((names) => (
        <Alternatives
          key={names.join()}
          names={names}
          draft={draft}
          problem={problemIn(names)}
          onChange={onChange}
        />
      ))}
      {type.optional.map((name) => (
        <Setting key={name} name={name} draft={draft} problem={problemIn([name])} onChange={onChange} />
      ))}
      {problem !== undefined && !isShown && <span className="field-error">{problem}</span>}
    </div>
  );
}
