/** The result of a rule for a record: comparisons, and executed or planned actions. */
import type { ActionResult, Trace } from '../../../shared/clients/typescript/index.ts';
import { ConditionOutline } from '../conditions/condition-outline.tsx';
import { textOfValue } from '../conditions/condition-tree.ts';
import { ruleTexts } from '../texts/rules.ts';
import { Attribute, Attributes } from '../ui/attributes.tsx';
import { Badge } from '../ui/badge.tsx';
import { keyed } from '../ui/keyed.ts';
import { titleOfAction } from './action-list.tsx';

const texts = ruleTexts.outcome;

export interface Outcome {
  conditionResult: boolean;
  allowed: boolean;
  actions: readonly ActionResult[];
  /** A dry run: the actions are planned only. */
  isTrial?: boolean;
  /** Types of the actions, if no results are known. */
  planned?: readonly string[] | undefined;
  fields: Readonly<Record<string, unknown>>;
  trace?: Trace | undefined;
  missingFields?: readonly string[] | undefined;
  error?: string | undefined;
}

function ActionOutcome({ of: { type, success, error, message } }: { of: ActionResult }) {
  return (
    <>
      {titleOfAction(type)}
      {typeof message === 'string' && <span className="muted">: {message}</span>}
      {!success && (
        <span className="field-error">
          {' '}
          {texts.failedAction}
          {error && `: ${error}`}
        </span>
      )}
    </>
  );
}

function Actions({ of: { actions, planned, isTrial } }: { of: Outcome }) {
  const names = planned ?? actions.map(({ type }) => type);
  return (
    <Attribute name={isTrial ? texts.planned : texts.actions}>
      {names.length === 0 && <span className="muted">{texts.noActions}</span>}
      <ol className="plain-list">
        {planned
          ? keyed(planned).map(({ key, entry }) => <li key={key}>{titleOfAction(entry)}</li>)
          : keyed(actions).map(({ key, entry }) => (
              <li key={key}>
                <ActionOutcome of={entry} />
              </li>
            ))}
      </ol>
    </Attribute>
  );
}

export function RuleOutcome({ of, condition }: { of: Outcome; condition: unknown }) {
  const { conditionResult, allowed, fields, trace, missingFields = [], error } = of;
  const set = Object.entries(fields);
  return (
    <div className="stack" aria-live="polite">
      <div className="row">
        <Badge tone={conditionResult ? 'good' : 'warn'}>{conditionResult ? texts.holds : texts.fails}</Badge>
        <Badge tone={allowed ? 'calm' : 'bad'}>{allowed ? texts.allowed : texts.blocked}</Badge>
      </div>
      {error && <p className="field-error break">{error}</p>}
      {missingFields.length > 0 && <p className="muted">{texts.missing(missingFields.join(', '))}</p>}
      <ConditionOutline condition={condition} trace={trace} />
      <Attributes>
        <Actions of={of} />
        {set.length > 0 && (
          <Attribute name={texts.fields}>
            <ul className="plain-list">
              {set.map(([name, value]) => (
                <li key={name}>
                  <code>{name}</code> = <code>{textOfValue(value)}</code>
                </li>
              ))}
            </ul>
          </Attribute>
        )}
      </Attributes>
    </div>
  );
}
