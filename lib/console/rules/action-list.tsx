import type { Action } from '../../../shared/clients/typescript/index.ts';
import { textOfValue } from '../conditions/condition-tree.ts';
import { ruleTexts } from '../texts/rules.ts';
import { keyed } from '../ui/keyed.ts';

const texts = ruleTexts.actions;

export const titleOfAction = (type: string): string =>
  Object.entries(texts.types).find(([one]) => one === type)?.[1] ?? type;

const valueInWords = (value: unknown): string => (typeof value === 'string' ? value : textOfValue(value));

/** Shows actions with their settings. */
export function ActionList({ actions }: { actions: readonly Action[] | null }) {
  if (actions === null || actions.length === 0) return <p className="muted">{texts.none}</p>;
  return (
    <ol className="action-list">
      {keyed(actions).map(({ key, entry: { type, config } }) => (
        <li key={key}>
          <strong>{titleOfAction(type)}</strong>
          <ul className="plain-list small">
            {Object.entries(config ?? {}).map(([name, value]) => (
              <li key={name} className="break">
                <span className="muted">{texts.settings[name] ?? name}:</span> {valueInWords(value)}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
