import { useState } from 'react';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { SelectField } from '../forms/field.tsx';
import { revisionTexts as texts } from '../texts/rules.ts';
import { Dialog } from '../ui/dialog.tsx';
import { readableJson } from '../ui/readable-json.ts';
import { Loaded } from '../ui/states.tsx';

/** Formats a stored value: texts unchanged, others as JSON. */
const shown = (value: unknown): string =>
  value === undefined || value === null ? texts.absent : readableJson(value);

interface CompareProps {
  ruleId: string;
  /** Initially compared with its predecessor. */
  revision: number;
  /** Number of the latest revision. */
  last: number;
  onClose: () => void;
}

/** Shows the differences between two revisions of a rule. */
export function CompareDialog({ ruleId, revision, last, onClose }: CompareProps) {
  const [from, setFrom] = useState(revision - 1);
  const [to, setTo] = useState(revision);
  const query = { from, to };
  const reading = useRead(['rules', 'comparison', ruleId, query], (api) =>
    orThrow(
      api.GET('/api/business_rules/rules/{id}/revisions/compare', {
        params: { path: { id: ruleId }, query },
      }),
    ),
  );
  const numbers = Array.from({ length: last }, (_, index) => last - index);
  const choice = (label: string, value: number, onChoose: (number: number) => void) => (
    <SelectField label={label} value={value} onChange={({ target }) => onChoose(Number(target.value))}>
      {numbers.map((number) => (
        <option key={number}>{number}</option>
      ))}
    </SelectField>
  );
  return (
    <Dialog title={texts.compareTitle} onClose={onClose}>
      <div className="stack">
        <div className="form-columns">
          {choice(texts.from, from, setFrom)}
          {choice(texts.to, to, setTo)}
        </div>
        <Loaded of={reading}>
          {({ changes }) =>
            Object.keys(changes).length === 0 ? (
              <p className="muted">{texts.same}</p>
            ) : (
              <dl className="comparison-list">
                {Object.entries(changes).map(([name, change]) => (
                  <div key={name}>
                    <dt>
                      <code>{name}</code>
                    </dt>
                    <dd className="removed">
                      <span className="unseen">{texts.before(from)}</span>
                      <pre className="code">{shown(change.from)}</pre>
                    </dd>
                    <dd className="added">
                      <span className="unseen">{texts.before(to)}</span>
                      <pre className="code">{shown(change.to)}</pre>
                    </dd>
                  </div>
                ))}
              </dl>
            )
          }
        </Loaded>
      </div>
    </Dialog>
  );
}
