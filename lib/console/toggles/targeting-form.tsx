/** The form of targeting: rules, kill switch, owner and expiry. */
import { useState } from 'react';
import type { ToggleRule } from '../../../shared/clients/typescript/index.ts';
import { CheckField, TextField } from '../forms/field.tsx';
import { FormBody } from '../forms/form-body.tsx';
import { SaveProblem } from '../forms/save-problem.tsx';
import { UnsavedGuard } from '../forms/unsaved-guard.tsx';
import { targetingTexts } from '../texts/targeting.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../ui/notice.tsx';
import { draftsOf, type RuleDraft, ruleOf, ruleProblem } from './rule-draft.ts';
import type { SegmentChoice } from './rule-editor.tsx';
import { RulesEditor } from './rules-editor.tsx';
import { parseValue, type ToggleType, textOf, valueInWords, valueProblem } from './toggle-values.ts';
import { ValueInput } from './value-input.tsx';

export interface Targeting {
  rules: readonly ToggleRule[];
  killSwitch: { active: boolean; value?: unknown };
  owner?: string | null;
  expiresAt?: string | null;
}

export interface TargetingChange {
  rules: ToggleRule[];
  killSwitch: { active: boolean; value?: unknown };
  owner?: string | null;
  expiresAt?: string | null;
}

interface TargetingFormProps {
  type: ToggleType;
  /** The value without a matching rule. */
  fallback: unknown;
  targeting: Targeting;
  /** Whether it has an owner and an expiry, which overrides lack. */
  hasLife: boolean;
  segments: readonly SegmentChoice[];
  saving: { error: unknown; isPending: boolean; isSuccess: boolean };
  onSave: (change: TargetingChange) => void;
  /** Overwrites changes of another user. */
  onOverwrite: (change: TargetingChange) => void;
  onReload: () => void;
}

interface Form {
  rules: readonly RuleDraft[];
  active: boolean;
  killValue: string;
  owner: string;
  /** A date, or empty. */
  expires: string;
}

const [dateLength, midnight] = ['YYYY-MM-DD'.length, 'T00:00:00.000Z'];

const formOf = (type: ToggleType, { rules, killSwitch, owner, expiresAt }: Targeting): Form => ({
  rules: draftsOf(type, rules) ?? [],
  active: killSwitch.active,
  killValue: killSwitch.value === undefined ? '' : textOf(type, killSwitch.value),
  owner: owner ?? '',
  expires: expiresAt?.substring(0, dateLength) ?? '',
});

function changeOf(type: ToggleType, form: Form, before: Targeting, hasLife: boolean): TargetingChange {
  const isSameDay = form.expires === (before.expiresAt ?? '').substring(0, dateLength);
  const expiresAt = form.expires === '' ? null : `${form.expires}${midnight}`;
  return {
    rules: form.rules.map((rule) => ruleOf(type, rule)),
    killSwitch: {
      active: form.active,
      ...(form.killValue !== '' && { value: parseValue(type, form.killValue) }),
    },
    ...(hasLife && {
      owner: form.owner || null,
      expiresAt: isSameDay ? (before.expiresAt ?? null) : expiresAt,
    }),
  };
}

export function TargetingForm(props: TargetingFormProps) {
  const { type, fallback, targeting, hasLife, segments, saving, onSave, onOverwrite, onReload } = props;
  const [form, setForm] = useState(() => formOf(type, targeting));
  const [isDirty, setDirty] = useState(false);
  const [jsonProblem, setJsonProblem] = useState<string>();
  const [isRefused, setRefused] = useState(false);
  const change = (part: Partial<Form>) => {
    setForm((known) => ({ ...known, ...part }));
    setDirty(true);
    setRefused(false);
  };
  const problems = [
    jsonProblem,
    form.killValue === '' ? undefined : valueProblem(type, form.killValue),
    ...form.rules.map((rule) => ruleProblem(type, rule)),
  ].filter((problem) => problem !== undefined);
  const save = (send: typeof onSave) => {
    setRefused(problems.length > 0);
    if (problems.length > 0) return;
    send(changeOf(type, form, targeting, hasLife));
  };
  const { rules, kill, life } = targetingTexts;
  return (
    <form
      className="targeting-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save(onSave);
      }}
    >
      <UnsavedGuard isDirty={isDirty && !saving.isPending && !saving.isSuccess} />
      <SaveProblem error={saving.error} onOverwrite={() => save(onOverwrite)} onReload={onReload} />
      <FormBody isSaving={saving.isPending}>
        <Card title={rules.title}>
          <RulesEditor
            type={type}
            rules={form.rules}
            segments={segments}
            onChange={(changed) => change({ rules: changed })}
            onProblem={setJsonProblem}
          />
          <p className="muted small fallback">
            {targetingTexts.fallback}: <code>{valueInWords(fallback)}</code>
          </p>
        </Card>
        <Card title={kill.title}>
          <div className="stack">
            <CheckField
              label={kill.active}
              hint={kill.hint}
              checked={form.active}
              onChange={({ target }) => change({ active: target.checked })}
            />
            {form.active && (
              <ValueInput
                type={type}
                label={kill.value}
                value={form.killValue}
                isOptional
                onValue={(killValue) => change({ killValue })}
              />
            )}
          </div>
        </Card>
        {hasLife && (
          <Card title={life.title}>
            <div className="form-columns">
              <TextField
                label={life.owner}
                hint={life.ownerHint}
                value={form.owner}
                maxLength={255}
                onChange={({ target }) => change({ owner: target.value })}
              />
              <TextField
                label={life.expires}
                hint={life.expiresHint}
                type="date"
                value={form.expires}
                onChange={({ target }) => change({ expires: target.value })}
              />
            </div>
          </Card>
        )}
      </FormBody>
      {isRefused && problems.length > 0 && (
        <Notice tone="bad" title={targetingTexts.fixFirst}>
          <ul>
            {[...new Set(problems)].map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Notice>
      )}
      <div className="form-actions">
        <Button variant="primary" type="submit" isBusy={saving.isPending}>
          {targetingTexts.save}
        </Button>
      </div>
    </form>
  );
}
