import { useId } from 'react';
import { ruleTexts } from '../texts/rules.ts';
import '../conditions/conditions.css';

const texts = ruleTexts.playground;

export type Kind = 'expression' | 'condition';

const kinds: readonly Kind[] = ['expression', 'condition'];

/** Switches between an expression and a condition. */
export function KindSwitch({ kind, onKind }: { kind: Kind; onKind: (kind: Kind) => void }) {
  const name = useId();
  return (
    <fieldset className="view-switch">
      <legend className="unseen">{texts.kind}</legend>
      {kinds.map((one) => (
        <label key={one}>
          <input type="radio" name={name} checked={kind === one} onChange={() => onKind(one)} />
          <span>{texts[one]}</span>
        </label>
      ))}
    </fieldset>
  );
}
