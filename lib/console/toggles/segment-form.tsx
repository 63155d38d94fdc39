/** Creates and changes a segment. */
import { useState } from 'react';
import type { Condition } from '../../../shared/clients/typescript/index.ts';
import { ConditionEditor } from '../conditions/condition-editor.tsx';
import { CheckField, TextArea, TextField } from '../forms/field.tsx';
import { FormBody } from '../forms/form-body.tsx';
import { SaveProblem } from '../forms/save-problem.tsx';
import { UnsavedGuard } from '../forms/unsaved-guard.tsx';
import { segmentTexts as texts } from '../texts/targeting.ts';
import { Button } from '../ui/button.tsx';
import { SegmentChoices } from './rule-editor.tsx';
import { useSegments } from './use-segments.ts';
import './rules.css';

export interface SegmentFields {
  name: string;
  description: string | null;
  condition: Condition | null;
  segments: string[];
  isGlobal: boolean;
}

interface SegmentFormProps {
  /** Undefined for a new one. */
  id: string | undefined;
  segment: SegmentFields;
  /** Whether the caller may make it global. */
  mayBeGlobal: boolean;
  error: unknown;
  isBusy: boolean;
  isSaved: boolean;
  onSave: (segment: SegmentFields) => void;
}

export function SegmentForm({ id, segment, mayBeGlobal, error, isBusy, isSaved, onSave }: SegmentFormProps) {
  const [form, setForm] = useState(segment);
  const [problem, setProblem] = useState<string>();
  const [isDirty, setDirty] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const { data } = useSegments(true);
  const choices = (data?.items ?? []).filter((one) => one.id !== id && (one.isGlobal || !form.isGlobal));
  const change = (part: Partial<SegmentFields>) => {
    setForm((known) => ({ ...known, ...part }));
    setDirty(true);
  };
  const isNameless = form.name.trim() === '';
  return (
    <form
      className="targeting-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setRefused(isNameless || problem !== undefined);
        if (isNameless || problem !== undefined) return;
        onSave(form);
      }}
    >
      <UnsavedGuard isDirty={isDirty && !isBusy && !isSaved} />
      <SaveProblem error={error} />
      <FormBody isSaving={isBusy}>
        <TextField
          label={texts.name}
          value={form.name}
          maxLength={100}
          error={isRefused && isNameless ? texts.required : undefined}
          onChange={({ target }) => change({ name: target.value })}
        />
        <TextArea
          label={texts.description}
          value={form.description ?? ''}
          maxLength={1_000}
          onChange={({ target }) => change({ description: target.value || null })}
        />
        {mayBeGlobal && (
          <CheckField
            label={texts.forAll}
            hint={texts.forAllHint}
            checked={form.isGlobal}
            onChange={({ target }) => change({ isGlobal: target.checked })}
          />
        )}
        <fieldset className="stack tight">
          <legend>{texts.condition}</legend>
          <ConditionEditor
            label={texts.condition}
            none={texts.everyone}
            value={form.condition}
            onChange={(draft) => {
              setProblem(draft.problem);
              change({ condition: draft.condition });
            }}
          />
          {isRefused && problem && <span className="field-error">{problem}</span>}
        </fieldset>
        <SegmentChoices
          label={texts.includes}
          choices={choices}
          chosen={form.segments}
          onChosen={(segments) => change({ segments: [...segments] })}
        />
      </FormBody>
      <div className="form-actions">
        <Button variant="primary" type="submit" isBusy={isBusy}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}
