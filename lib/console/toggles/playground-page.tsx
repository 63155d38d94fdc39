/** The value of a toggle for a context, with the reason. */
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { CheckField, TextArea, TextField } from '../forms/field.tsx';
import { useFilters } from '../forms/filters.ts';
import { fieldsOf } from '../forms/form-fields.ts';
import { parseJsonObject } from '../forms/json-object.ts';
import { SaveProblem } from '../forms/save-problem.tsx';
import { playgroundTexts as texts } from '../texts/targeting.ts';
import { toggleTexts } from '../texts/toggles.ts';
import { Button } from '../ui/button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { type Outcome, PlaygroundResult } from './playground-result.tsx';
import './rules.css';

interface PlaygroundForm {
  identifier: string;
  targetingKey: string;
  context: string;
  at: string;
  withAll: boolean;
}

/** The context of the form; undefined if it is not an object. */
function contextOf({ targetingKey, context }: PlaygroundForm): Record<string, unknown> | undefined {
  const given = parseJsonObject(context);
  if (given === undefined) return undefined;
  return { ...given, ...(targetingKey !== '' && { targetingKey }) };
}

export function PlaygroundPage() {
  const { get } = useFilters();
  const [outcome, setOutcome] = useState<Outcome>();
  const form = useForm<PlaygroundForm>({
    defaultValues: { identifier: get('toggle') ?? '', targetingKey: '', context: '', at: '', withAll: false },
  });
  const evaluating = useWrite(
    (api, form: PlaygroundForm) =>
      orThrow(
        api.POST('/api/feature_toggles/playground', {
          body: {
            identifier: form.identifier.trim(),
            context: contextOf(form) ?? {},
            ...(form.at !== '' && { at: `${form.at}:00Z` }),
            ...(form.withAll && { withAll: true }),
          },
        }),
      ),
    [],
  );
  const evaluate = (fields: PlaygroundForm) =>
    evaluating.mutate(fields, {
      onSuccess: (outcome) => {
        setOutcome(outcome);
        // What is entered from now on differs from what the result is for.
        form.reset(fields);
      },
    });
  const field = fieldsOf(form, undefined);
  return (
    <>
      <PageHeader
        title={texts.title}
        intro={texts.intro}
        parent={{ to: '/toggles', title: toggleTexts.list.title }}
      />
      <form className="form" noValidate onSubmit={form.handleSubmit(evaluate)}>
        <SaveProblem error={evaluating.error} />
        <div className="form-columns">
          <TextField
            label={texts.toggle}
            hint={texts.toggleHint}
            autoCapitalize="off"
            {...field('identifier', { required: texts.required })}
          />
          <TextField label={texts.key} hint={texts.keyHint} {...field('targetingKey')} />
          <TextField label={texts.at} hint={texts.atHint} type="datetime-local" {...field('at')} />
        </div>
        <TextArea
          label={texts.context}
          hint={texts.contextHint}
          isCode
          rows={6}
          {...field('context', {
            validate: (_, form) => (contextOf(form) === undefined ? texts.notObject : true),
          })}
        />
        <CheckField label={texts.withAll} {...form.register('withAll')} />
        <div className="form-actions">
          <Button variant="primary" type="submit" isBusy={evaluating.isPending}>
            {texts.run}
          </Button>
        </div>
      </form>
      {outcome && <PlaygroundResult of={outcome} isOld={form.formState.isDirty || evaluating.isError} />}
    </>
  );
}
