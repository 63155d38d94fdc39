import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { problemOf } from '../api/problems.ts';
import { CheckField, SelectField, TextArea, TextField } from '../forms/field.tsx';
import { oneOf } from '../forms/filters.ts';
import { fieldsOf } from '../forms/form-fields.ts';
import { type FormFrame, ResourceForm } from '../forms/resource-form.tsx';
import { fieldTexts as texts } from '../texts/records.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { type DefinitionForm, fieldKinds, newRule, type RuleDraft, ruleNames } from './definition-fields.ts';
import './entities.css';

interface RulesProps {
  rules: readonly RuleDraft[];
  onChange: (rules: readonly RuleDraft[]) => void;
  /** The error of the API for the rule with the index. */
  problemIn: (index: number) => string | undefined;
}

function Rules({ rules, onChange, problemIn }: RulesProps) {
  const change = (key: string, part: Partial<RuleDraft>) =>
    onChange(rules.map((one) => (one.key === key ? { ...one, ...part } : one)));
  return (
    <fieldset className="card stack">
      <legend>{texts.rules}</legend>
      {rules.map(({ key, rule, param, message }, index) => (
        <div className="validation-rule" key={key}>
          <SelectField
            label={texts.rule(index + 1)}
            value={rule}
            onChange={({ target }) => change(key, { rule: oneOf(ruleNames, target.value) ?? 'lte' })}
            choices={ruleNames.map((name) => [name, texts.ruleNames[name]])}
          />
          <TextField
            label={texts.param}
            value={param}
            onChange={({ target }) => change(key, { param: target.value })}
          />
          <TextField
            label={texts.message}
            value={message}
            maxLength={500}
            onChange={({ target }) => change(key, { message: target.value })}
          />
          <Button
            variant="quiet"
            icon="close"
            aria-label={texts.removeRule(index + 1)}
            onClick={() => onChange(rules.filter((one) => one.key !== key))}
          />
          {problemIn(index) && <span className="field-error">{problemIn(index)}</span>}
        </div>
      ))}
      <div>
        <Button icon="plus" onClick={() => onChange([...rules, newRule()])}>
          {texts.addRule}
        </Button>
      </div>
    </fieldset>
  );
}

interface FileProps {
  form: UseFormReturn<DefinitionForm>;
  sizeProblem: string | undefined;
}

function FileFields({ form: { register }, sizeProblem }: FileProps) {
  return (
    <div className="form-columns">
      <TextField label={texts.maxSize} inputMode="decimal" error={sizeProblem} {...register('maxSizeMb')} />
      <TextField label={texts.extensions} hint={texts.extensionsHint} {...register('extensions')} />
    </div>
  );
}

interface DefinitionFieldsProps extends FormFrame<DefinitionForm> {
  initial: DefinitionForm;
  /** Keys of other fields of the type, which must not be replaced. */
  taken: readonly string[];
  /** The key of an existing field cannot be changed. */
  isNew: boolean;
}

export function DefinitionFormFields({ initial, taken, isNew, ...frame }: DefinitionFieldsProps) {
  const form = useForm<DefinitionForm>({ defaultValues: initial });
  const { register, watch, control } = form;
  const { error } = frame.saving;
  const refused = error ? problemOf(error).fields : [];
  const refusedIn = (name: string) => refused.find(({ field }) => field.startsWith(name))?.message;
  const field = fieldsOf(form, error);
  const required = { required: uiTexts.required };
  const kind = watch('kind');
  // The rule `required` is first if there is one.
  const before = watch('required') ? 1 : 0;
  return (
    <ResourceForm form={form} {...frame}>
      <div className="form-columns">
        <TextField label={texts.label} maxLength={200} {...field('label', required)} />
        {isNew && (
          <TextField
            label={texts.key}
            hint={texts.keyHint}
            maxLength={50}
            autoCapitalize="off"
            {...field('key', {
              ...required,
              validate: (key) => !taken.includes(key.trim()) || texts.keyTaken,
            })}
          />
        )}
        <SelectField
          label={texts.kind}
          {...field('kind')}
          choices={fieldKinds.map((one) => [one, texts.kinds[one]])}
        />
      </div>
      <CheckField label={texts.multi} {...register('multi')} />
      <CheckField label={texts.required} hint={texts.requiredHint} {...register('required')} />
      {(kind === 'select' || watch('options') !== '') && (
        <TextArea
          label={texts.options}
          hint={texts.optionsHint}
          error={refusedIn('options')}
          {...register('options')}
        />
      )}
      {kind === 'attachment' && (
        <FileFields form={form} sizeProblem={refusedIn('attachment.maxAttachmentSizeMb')} />
      )}
      <Controller
        name="rules"
        control={control}
        render={({ field }) => (
          <Rules
            rules={field.value}
            onChange={field.onChange}
            problemIn={(index) => refusedIn(`validation[${index + before}]`)}
          />
        )}
      />
    </ResourceForm>
  );
}
