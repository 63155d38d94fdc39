/** The record on which a rule or a set is tested. */
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { TextArea, TextField } from '../forms/field.tsx';
import { parseJsonObject } from '../forms/json-object.ts';
import { SaveProblem } from '../forms/save-problem.tsx';
import { ruleTexts } from '../texts/rules.ts';
import { Button } from '../ui/button.tsx';
import { LatestRecordButton } from './latest-record-button.tsx';

const texts = ruleTexts.run;

interface RunFields {
  entityId: string;
  data: string;
}

export interface RunInput {
  entityId?: string;
  data: Record<string, unknown>;
  dryRun: boolean;
  explain: true;
}

interface RunFormProps {
  intro: string;
  /** Entity type of the sample records; undefined for several. */
  entityType: string | undefined;
  error: unknown;
  isBusy: boolean;
  onRun: (input: RunInput) => void;
  /** The result. */
  children: ReactNode;
}

export function RunForm({ intro, entityType, error, isBusy, onRun, children }: RunFormProps) {
  const { register, handleSubmit, setValue, formState } = useForm<RunFields>({
    defaultValues: { entityId: '', data: '' },
  });
  const run = (dryRun: boolean) =>
    handleSubmit(({ entityId, data }) =>
      onRun({
        ...(entityId.trim() !== '' && { entityId: entityId.trim() }),
        data: parseJsonObject(data) ?? {},
        dryRun,
        explain: true,
      }),
    );
  return (
    <form className="stack" noValidate onSubmit={run(true)}>
      <p className="muted small">{intro}</p>
      <SaveProblem error={error} />
      <TextField label={texts.entityId} maxLength={200} {...register('entityId')} />
      <TextArea
        label={texts.data}
        isCode
        rows={5}
        error={formState.errors.data?.message}
        {...register('data', {
          validate: (text) => parseJsonObject(text) !== undefined || ruleTexts.check.notJson,
        })}
      />
      <div className="row">
        <Button variant="primary" type="submit" isBusy={isBusy}>
          {texts.try}
        </Button>
        <Button icon="send" isBusy={isBusy} onClick={() => void run(false)()}>
          {texts.execute}
        </Button>
        {entityType !== undefined && (
          <LatestRecordButton
            entityType={entityType}
            onSample={(text) => setValue('data', text, { shouldValidate: true })}
          />
        )}
      </div>
      {children}
    </form>
  );
}
