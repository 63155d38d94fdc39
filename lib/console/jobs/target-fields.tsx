/** The target of a job: queue or command, and payload. */
import type { UseFormReturn } from 'react-hook-form';
import { orThrow, toJson } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { SelectField, TextArea, TextField } from '../forms/field.tsx';
import { fieldsOf } from '../forms/form-fields.ts';
import { parseJsonObject } from '../forms/json-object.ts';
import { ThingField } from '../names/thing-field.tsx';
import { jobTexts } from '../texts/jobs.ts';
import { uiTexts } from '../texts/ui.ts';
import { Loaded } from '../ui/states.tsx';
import { type JobForm, targetTypes } from './job-fields.ts';

const texts = jobTexts.form;

interface Option {
  value: string;
  label: string;
  summary: string;
}

function TargetChoice(props: {
  form: UseFormReturn<JobForm>;
  error: unknown;
  name: 'targetQueue' | 'targetCommand';
  label: string;
  options: readonly Option[];
}) {
  const { form, error, name, label, options } = props;
  const chosen = options.find(({ value }) => value === form.watch(name));
  const stored = form.formState.defaultValues?.[name] ?? '';
  return (
    <SelectField
      label={label}
      hint={chosen?.summary}
      {...fieldsOf(form, error)(name, { required: uiTexts.required })}
      choices={options.map(({ value, label: title }) => [value, title])}
      stored={[stored, stored]}
    >
      <option value="">{texts.choose}</option>
    </SelectField>
  );
}

/** Chooses the things that the payload of the command names; the payload itself stays free JSON. */
function PayloadThings({ form, of }: { form: UseFormReturn<JobForm>; of: Readonly<Record<string, string>> }) {
  const payload = parseJsonObject(form.watch('targetPayload'));
  if (payload === undefined) return null;
  const choose = (field: string, id: string | undefined) => {
    const { [field]: _, ...others } = payload ?? {};
    const changed = id === undefined ? others : { ...others, [field]: id };
    form.setValue('targetPayload', toJson(changed, 2), { shouldDirty: true });
  };
  return Object.entries(of).map(([field, kind]) => {
    const id = payload?.[field];
    return (
      <ThingField
        key={field}
        kind={kind}
        value={typeof id === 'string' && id !== '' ? id : undefined}
        onChange={(chosen) => choose(field, chosen)}
      />
    );
  });
}

export function TargetFields({ form, error }: { form: UseFormReturn<JobForm>; error: unknown }) {
  const { register, watch } = form;
  const field = fieldsOf(form, error);
  const targets = useRead(['jobs', 'targets'], (api) => orThrow(api.GET('/api/scheduler/targets')));
  return (
    <fieldset className="card stack">
      <legend>{texts.what}</legend>
      <SelectField
        label={texts.target}
        {...register('targetType')}
        choices={targetTypes.map((type) => [type, texts.targets[type]])}
      />
      <Loaded of={targets}>
        {({ queues, commands }) =>
          watch('targetType') === 'queue' ? (
            <TargetChoice
              key="queue"
              form={form}
              error={error}
              name="targetQueue"
              label={texts.queue}
              options={queues}
            />
          ) : (
            <>
              <TargetChoice
                key="command"
                form={form}
                error={error}
                name="targetCommand"
                label={texts.command}
                options={commands}
              />
              <PayloadThings
                form={form}
                of={commands.find(({ value }) => value === watch('targetCommand'))?.things ?? {}}
              />
            </>
          )
        }
      </Loaded>
      <TextArea
        label={texts.payload}
        hint={texts.payloadHint}
        isCode
        {...field('targetPayload', {
          validate: (text) => parseJsonObject(text) !== undefined || texts.payloadProblem,
        })}
      />
      <TextField label={texts.feature} hint={texts.featureHint} {...field('requireFeature')} />
    </fieldset>
  );
}
