/** The form of a rule, validated by the API during editing, and tested on a sample. */
import { useState } from 'react';
import { Controller, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import { ConditionField } from '../conditions/condition-field.tsx';
import { CheckField, SelectField, TextArea, TextField } from '../forms/field.tsx';
import { fieldProblem, type fieldsOf, refusalsOf } from '../forms/form-fields.ts';
import { ResourceForm } from '../forms/resource-form.tsx';
import type { FormProps } from '../resources/spec.ts';
import { ruleTexts } from '../texts/rules.ts';
import { uiTexts } from '../texts/ui.ts';
import { ActionsEditor } from './actions-editor.tsx';
import { missingPolicies, type RuleForm, ruleTypes } from './rule-fields.ts';
import { SampleCard } from './sample-card.tsx';
import './rules.css';
import { useActionTypes } from './use-action-types.ts';
import { useRuleCheck } from './use-rule-check.ts';

const texts = ruleTexts.form;

type RegisterField = ReturnType<typeof fieldsOf<RuleForm>>;
type ProblemIn = (name: Path<RuleForm>) => string | undefined;

interface PartProps {
  form: UseFormReturn<RuleForm>;
  field: RegisterField;
}

const wholeNumber = {
  valueAsNumber: true,
  validate: (value: unknown) => Number.isInteger(value) || texts.number,
};

function MainFields({ form: { register }, field }: PartProps) {
  const required = { required: uiTexts.required };
  return (
    <>
      <div className="form-columns">
        <TextField label={texts.name} maxLength={200} {...field('ruleName', required)} />
        <TextField
          label={texts.identifier}
          hint={texts.identifierHint}
          maxLength={50}
          {...field('ruleId', required)}
        />
      </div>
      <TextArea label={texts.description} maxLength={5_000} rows={2} {...field('description')} />
      <div className="form-columns">
        <SelectField
          label={texts.type}
          hint={texts.typeHint}
          {...register('ruleType')}
          choices={ruleTypes.map((type) => [type, ruleTexts.types[type]])}
        />
        <TextField
          label={texts.entityType}
          hint={texts.entityTypeHint}
          maxLength={50}
          autoCapitalize="off"
          {...field('entityType', required)}
        />
        <TextField
          label={texts.event}
          hint={texts.eventHint}
          maxLength={50}
          autoCapitalize="off"
          {...field('eventType')}
        />
        <TextField
          label={texts.priority}
          hint={texts.priorityHint}
          type="number"
          {...field('priority', wholeNumber)}
        />
      </div>
      <CheckField label={texts.enabled} hint={texts.enabledHint} {...register('enabled')} />
    </>
  );
}

/** A date input; a text input if the stored value has a time. */
const typeOfDay = (stored: string | undefined): 'text' | 'date' =>
  stored && stored.length > 'YYYY-MM-DD'.length ? 'text' : 'date';

function MoreFields({ form, field, problemIn }: PartProps & { problemIn: ProblemIn }) {
  const { register, formState } = form;
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
          {...field('version', wholeNumber)}
        />
        <TextField
          label={texts.category}
          hint={texts.categoryHint}
          maxLength={50}
          {...field('ruleCategory')}
        />
        <SelectField
          label={texts.missing}
          {...register('missingFieldPolicy')}
          choices={missingPolicies.map((policy) => [policy, ruleTexts.missing[policy]])}
        />
        <TextField label={texts.from} type={typeOfDay(initial?.effectiveFrom)} {...field('effectiveFrom')} />
        <TextField label={texts.to} type={typeOfDay(initial?.effectiveTo)} {...field('effectiveTo')} />
      </div>
    </details>
  );
}

const cases = [
  ['successActions', texts.success],
  ['failureActions', texts.failure],
] as const;

export function RuleFormFields({ initial, isNew: _, ...frame }: FormProps<RuleForm>) {
  const [sample, setSample] = useState('');
  const form = useForm<RuleForm>({ defaultValues: initial });
  const types = useActionTypes();
  const values = form.watch();
  const { check, error: checkError } = useRuleCheck(values, types, sample);
  const { error } = frame.saving;
  const found: Readonly<Record<string, string>> = check?.errors ?? {};
  const refusal = refusalsOf(error);
  const refusedIn = (name: string) => found[name] ?? refusal(name);
  const problemIn: ProblemIn = (name) => fieldProblem(form, error, name) ?? found[name];
  const field: RegisterField = (name, rules) => ({
    ...form.register(name, rules),
    error: problemIn(name),
  });
  return (
    <div className="rule-editor">
      <ResourceForm form={form} {...frame}>
        <MainFields form={form} field={field} />
        <ConditionField texts={texts} refused={refusedIn('conditionExpression')} isRequired />
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
        <MoreFields form={form} field={field} problemIn={problemIn} />
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
