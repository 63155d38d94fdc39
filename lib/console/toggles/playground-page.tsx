/** The value of a toggle for a context, with the reason. */
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { orThrow, toJson } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { TextArea, TextField } from '../forms/field.tsx';
import { useFilters } from '../forms/filters.ts';
import { fieldsOf } from '../forms/form-fields.ts';
import { parseJsonObject } from '../forms/json-object.ts';
import { SaveProblem } from '../forms/save-problem.tsx';
import { playgroundTexts as texts } from '../texts/targeting.ts';
import { toggleTexts } from '../texts/toggles.ts';
import { Attribute, Attributes, CodeAttribute } from '../ui/attributes.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { valueInWords } from './toggle-values.ts';

interface PlaygroundForm {
  identifier: string;
  targetingKey: string;
  context: string;
  at: string;
}

interface Outcome {
  value: unknown;
  variant: string;
  reason: keyof typeof texts.reasons;
  source: 'override' | 'default';
  rule: { index: number; name: string | null } | null;
  failedPrerequisite: { identifier: string; expected?: unknown; actual?: unknown } | null;
  error: { code: string; message: string } | null;
  context: Record<string, unknown>;
}

/** The context of the form; undefined if it is not an object. */
function contextOf({ targetingKey, context }: PlaygroundForm): Record<string, unknown> | undefined {
  const given = parseJsonObject(context);
  if (given === undefined) return undefined;
  return { ...given, ...(targetingKey !== '' && { targetingKey }) };
}

function Result({ outcome }: { outcome: Outcome }) {
  const { value, variant, reason, rule, source, error, context, failedPrerequisite } = outcome;
  const isOff = reason === 'ERROR' || reason === 'DISABLED' || reason === 'PREREQUISITE_FAILED';
  return (
    <Card title={texts.result}>
      <div className="stack" aria-live="polite">
        <Attributes>
          <CodeAttribute name={texts.value}>{valueInWords(value)}</CodeAttribute>
          <CodeAttribute name={texts.variant}>{variant}</CodeAttribute>
          <Attribute name={texts.reason}>
            <span className="row">
              <Badge tone={isOff ? 'warn' : 'accent'}>{reason}</Badge>
              {texts.reasons[reason]}
            </span>
          </Attribute>
          <Attribute name={texts.rule}>
            {rule === null ? texts.noRule : texts.ruleOf(rule.index + 1, rule.name)}
          </Attribute>
          {failedPrerequisite && (
            <CodeAttribute name={texts.prerequisite}>
              {texts.failed(
                failedPrerequisite.identifier,
                valueInWords(failedPrerequisite.actual),
                valueInWords(failedPrerequisite.expected),
              )}
            </CodeAttribute>
          )}
          <Attribute name={texts.source}>{texts.sources[source]}</Attribute>
        </Attributes>
        {error && <p className="field-error">{error.message}</p>}
        <CodeBlock what={texts.seen} text={toJson(context, 2)} />
      </div>
    </Card>
  );
}

export function PlaygroundPage() {
  const { get } = useFilters();
  const [outcome, setOutcome] = useState<Outcome>();
  const form = useForm<PlaygroundForm>({
    defaultValues: { identifier: get('toggle') ?? '', targetingKey: '', context: '', at: '' },
  });
  const evaluating = useWrite(
    (api, form: PlaygroundForm) =>
      orThrow(
        api.POST('/api/feature_toggles/playground', {
          body: {
            identifier: form.identifier.trim(),
            context: contextOf(form) ?? {},
            ...(form.at !== '' && { at: `${form.at}:00Z` }),
          },
        }),
      ),
    [],
  );
  const evaluate = (fields: PlaygroundForm) => evaluating.mutate(fields, { onSuccess: setOutcome });
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
        <div className="form-actions">
          <Button variant="primary" type="submit" isBusy={evaluating.isPending}>
            {texts.run}
          </Button>
        </div>
      </form>
      {outcome && <Result outcome={outcome} />}
    </>
  );
}
