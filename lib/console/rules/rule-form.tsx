/** The form of a rule, validated by the API during editing, and tested on a sample. */
import { useState } from 'react';
import { Controller, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import { problemOf } from '../api/problems.ts';
import { ConditionField } from '../conditions/condition-field.tsx';
import { CheckField, SelectField, TextArea, TextField } from '../forms/field.tsx';
import type { FormFrame } from '../forms/form-pages.tsx';
import { fieldProblem, ResourceForm } from '../forms/resource-form.tsx';
import { ruleTexts } from '../texts/rules.ts';
import { uiTexts } from '../texts/ui.ts';
import { ActionsEditor } from './actions-editor.tsx';
import { missingPolicies, type RuleForm, ruleTypes } from './rule-fields.ts';
import { SampleCard } from './sample-card.tsx';
import './rules.css';
import { useActionTypes } from './use-action-types.ts';
import { useRuleCheck } from './use-rule-check.ts';

const texts = ruleTexts.form;

type ProblemIn = (name: Path<RuleForm>) => string | undefined;

interface PartProps {
  form: UseFormReturn<RuleForm>;
  problemIn: ProblemIn;
}

const wholeNumber = {
  valueAsNumber: true,
  validate: (value: unknown) => Number.isInteger(value) || texts.number,
};

function MainFields({ form: { register }, problemIn }: PartProps) {
  const required = { required: uiTexts.required };
  return (
    <>
      <div className="form-columns">
        <TextField
          label={texts.name}
          maxLength={200}
          error={problemIn('ruleName')}
          {...register('ruleName', required)}
        />
        <TextField
          label={texts.identifier}
          hint={texts.identifierHint}
          maxLength={50}
          error={problemIn('ruleId')}
          {...register('ruleId', required)}
        />
      </div>
      <TextArea
        label={texts.description}
        maxLength={5_000}
        rows={2}
        error={problemIn('description')}
        {...register('description')}
      />
      <div className="form-columns">
        <SelectField label={texts.type} hint={texts.typeHint} {...register('ruleType')}>
          {ruleTypes.map((type) => (
            <option key={type} value={type}>
              {ruleTexts.types[type]}
            </option>
          ))}
        </SelectField>
        <TextField
          label={texts.entityType}
          hint={texts.entityTypeHint}
          maxLength={50}
          autoCapitalize="off"
          error={problemIn('entityType')}
          {...register('entityType', required)}
        />
        <TextField
          label={texts.event}
          hint={texts.eventHint}
          maxLength={50}
          autoCapitalize="off"
          error={problemIn('eventType')}
          {...register('eventType')}
        />
        <TextField
          label={texts.priority}
          hint={texts.priorityHint}
          type="number"
          error={problemIn('priority')}
          {...register('priority', wholeNumber)}
        />
      </div>
      <CheckField label={texts.enabled} hint={texts.enabledHint} {...register('enabled')} />
    </>
  );
}

/** A date input; a text input if the stored value has a time. */
const typeOfDay = (stored: string | undefined): 'text' | 'date' =>
  stored && stored.length > 'YYYY-MM-DD'.length ? 'text' : 'date';

function MoreFields({ form: { register, formState }, problemIn }: PartProps) {
  const { defaultValues: initial } = formState;
  const isWrong = (['version', 'ruleCategory', 'effectiveFrom', 'effectiveTo'] as const).some(problemIn);
  return (
    <details className="card" open={isWrong}>
      <summary>{texts.more}</summary>
      <div className="form-columns">
        <TextField
          label={texts.version}
          hint={texts.versionHint}
          type="number"
          error={problemIn('version')}
          {...register('version', wholeNumber)}
        />
        <TextField
          label={texts.category}
          hint={texts.categoryHint}
          maxLength={50}
          error={problemIn('ruleCategory')}
          {...register('ruleCategory')}
        />
        <SelectField label={texts.missing} {...register('missingFieldPolicy')}>
          {missingPolicies.map((policy) => (
            <option key={policy} value={policy}>
              {ruleTexts.missing[policy]}
            </option>
          ))}
        </SelectField>
        <TextField
          label={texts.from}
          type={typeOfDay(initial?.effectiveFrom)}
          error={problemIn('effectiveFrom')}
          {...register('effectiveFrom')}
        />
        <TextField
          label={texts.to}
          type={typeOfDay(initial?.effectiveTo)}
          error={problemIn('effectiveTo')}
          {...register('effectiveTo')}
        />
      </div>
    </details>
  );
}

const cases = [
  ['successActions', texts.success],
  ['failureActions', texts.failure],
] as const;

export function RuleFormFields({ initial, ...frame }: FormFrame<RuleForm> & { initial: RuleForm }) {
  const [sample, setSample] = useState('');
  const form = useForm<RuleForm>({ defaultValues: initial });
  const types = useActionTypes();
  const values = form.watch();
  const { check, error: checkError } = useRuleCheck(values, types, sample);
  const { error } = frame;
  const found: Readonly<Record<string, string>> = check?.errors ?? {};
  const refused = error ? problemOf(error).fields : [];
  const refusedIn = (name: string) => found[name] ?? refused.find(({ field }) => field === name)?.message;
  const problemIn: ProblemIn = (name) => fieldProblem(form, error, name) ?? found[name];
  return (
    <div className="rule-editor">
      <ResourceForm form={form} {...frame}>
        <MainFields form={form} problemIn={problemIn} />
        <Controller
          name="condition"
          control={form.control}
          rules={{
            validate: ({ condition, problem }) =>
              problem ?? (condition === null ? texts.conditionNone : true),
          }}
          render={({ field }) => (
            <ConditionField
              title={texts.condition}
              hint={texts.conditionHint}
              none={texts.conditionNone}
              draft={field.value}
              onChange={field.onChange}
              refused={refusedIn('conditionExpression')}
              problem={form.formState.errors.condition?.message}
            />
          )}
        />
        {cases.map(([name, title]) => (
          <Controller
            key={name}
            name={name}
            control={form.control}
            render={({ field }) => (
              <ActionsEditor
                title={title}
                drafts={field.value}
                types={types}
                problem={refusedIn(name)}
                onChange={field.onChange}
              />
            )}
          />
        ))}
        <MoreFields form={form} problemIn={problemIn} />
      </ResourceForm>
      <SampleCard
        entityType={values.entityType}
        condition={values.condition.condition}
        sample={sample}
        onSample={setSample}
        check={check}
        error={checkError}
      />
    </div>
  );
}
