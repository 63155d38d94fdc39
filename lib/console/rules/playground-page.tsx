/** Evaluates an expression or a condition on data, and shows the value of each step. */
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { paths } from '../../../shared/clients/typescript/index.ts';
import { orThrow, parseJson } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { ConditionEditor } from '../conditions/condition-editor.tsx';
import { ConditionOutline } from '../conditions/condition-outline.tsx';
import { type ConditionDraft, isCondition, textOfValue } from '../conditions/condition-tree.ts';
import { TextArea } from '../forms/field.tsx';
import { useFilters } from '../forms/filters.ts';
import { fieldsOf } from '../forms/form-fields.ts';
import { parseJsonObject } from '../forms/json-object.ts';
import { SaveProblem } from '../forms/save-problem.tsx';
import { ruleTexts } from '../texts/rules.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { keyed } from '../ui/keyed.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { type Kind, KindSwitch } from './kind-switch.tsx';
import './rules.css';

const texts = ruleTexts.playground;

type Operation = paths['/api/business_rules/expressions/evaluate']['post'];
type Input = NonNullable<Operation['requestBody']>['content']['application/json'];
type Evaluated = Operation['responses'][200]['content']['application/json'];

interface Outcome {
  input: Input;
  evaluated: Evaluated;
}

interface Fields {
  expression: string;
  data: string;
}

/** The condition of an address; null if it has none. */
function conditionIn(text: string | undefined): ConditionDraft['condition'] {
  try {
    const value: unknown = text === undefined ? null : parseJson(text);
    return isCondition(value) ? value : null;
  } catch {
    return null;
  }
}

/** The expression, with the character at the position of its error. */
function MarkedExpression({ text, position }: { text: string; position: number }) {
  const at = position - 1;
  return (
    <pre className="marked-expression">
      <code>
        {text.slice(0, at)}
        <mark>{text.slice(at, position) || texts.end}</mark>
        {text.slice(position)}
      </code>
    </pre>
  );
}

function Failure({ error, expression }: { error: NonNullable<Evaluated['error']>; expression: string }) {
  const { message, position } = error;
  return (
    <>
      <p className="field-error break">
        {position === null ? message : `${texts.position(position)}: ${message}`}
      </p>
      {position !== null && expression !== '' && <MarkedExpression text={expression} position={position} />}
    </>
  );
}

function Steps({ steps }: { steps: Evaluated['steps'] }) {
  return (
    <>
      <h3>{texts.steps}</h3>
      <ol className="plain-list stack tight">
        {keyed(steps.map(({ expression, position, value }) => ({ expression, position, value }))).map(
          ({ key, entry: { expression, value } }) => (
            <li key={key} className="break">
              <code>{expression}</code> = <code>{textOfValue(value)}</code>
            </li>
          ),
        )}
      </ol>
    </>
  );
}

function Result({ of: { input, evaluated } }: { of: Outcome }) {
  const { value, steps, trace, error } = evaluated;
  return (
    <Card title={texts.result}>
      <div className="stack" aria-live="polite">
        {error === null ? (
          <p className="break">
            <code>{textOfValue(value)}</code>
          </p>
        ) : (
          <Failure error={error} expression={input.expression ?? ''} />
        )}
        {steps.length > 0 && <Steps steps={steps} />}
        {trace && <ConditionOutline condition={input.conditionExpression} trace={trace} />}
      </div>
    </Card>
  );
}

export function PlaygroundPage() {
  const { get } = useFilters();
  const [draft, setDraft] = useState<ConditionDraft>(() => ({
    condition: conditionIn(get('condition')),
    problem: undefined,
  }));
  const [kind, setKind] = useState<Kind>(draft.condition === null ? 'expression' : 'condition');
  const [outcome, setOutcome] = useState<Outcome>();
  const form = useForm<Fields>({ defaultValues: { expression: texts.example, data: texts.exampleData } });
  const evaluating = useWrite(
    async (api, input: Input): Promise<Outcome> => ({
      input,
      evaluated: await orThrow(api.POST('/api/business_rules/expressions/evaluate', { body: input })),
    }),
    [],
  );
  const field = fieldsOf(form, undefined);
  const { condition, problem } = draft;
  const isReady = kind === 'expression' || (condition !== null && problem === undefined);
  const evaluate = ({ expression, data }: Fields) => {
    const of = kind === 'expression' ? { expression } : { conditionExpression: condition };
    evaluating.mutate({ ...of, data: parseJsonObject(data) ?? {} }, { onSuccess: setOutcome });
  };
  return (
    <>
      <PageHeader
        title={texts.title}
        intro={texts.intro}
        parent={{ to: '/rules', title: ruleTexts.list.title }}
      />
      <form className="form" noValidate onSubmit={form.handleSubmit(evaluate)}>
        <SaveProblem error={evaluating.error} />
        <KindSwitch kind={kind} onKind={setKind} />
        {kind === 'expression' ? (
          <TextArea
            label={texts.expression}
            hint={texts.expressionHint}
            isCode
            rows={3}
            {...field('expression', { required: texts.required })}
          />
        ) : (
          <fieldset className="card stack">
            <legend>{texts.condition}</legend>
            <ConditionEditor
              label={texts.condition}
              none={texts.noCondition}
              value={condition}
              onChange={setDraft}
              isPlayground
            />
            {problem && <span className="field-error">{problem}</span>}
          </fieldset>
        )}
        <TextArea
          label={texts.data}
          isCode
          rows={6}
          {...field('data', {
            validate: (text) => (parseJsonObject(text) === undefined ? ruleTexts.check.notJson : true),
          })}
        />
        <div className="form-actions">
          <Button variant="primary" type="submit" isBusy={evaluating.isPending} disabled={!isReady}>
            {texts.run}
          </Button>
        </div>
      </form>
      {outcome && <Result of={outcome} />}
    </>
  );
}
