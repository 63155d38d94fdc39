import { useId, useState } from 'react';
import { type DeliverableEvent, orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { CheckField, TextField } from '../forms/field.tsx';
import { webhookTexts } from '../texts/webhooks.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Loaded } from '../ui/states.tsx';
import './event-picker.css';

const texts = webhookTexts.picker;

interface Choice {
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Adds or removes the pattern. */
const toggled = (chosen: readonly string[], pattern: string): string[] =>
  chosen.includes(pattern) ? chosen.filter((other) => other !== pattern) : [...chosen, pattern];

function ModuleEvents(
  props: Choice & { module: string; events: readonly DeliverableEvent[]; isOpen: boolean },
) {
  const { module, events, chosen, onChange, isOpen } = props;
  const whole = `${module}.*`;
  const count = chosen.filter(
    (pattern) => pattern === whole || events.some(({ id }) => id === pattern),
  ).length;
  return (
    <details className="picker-module" open={isOpen || count > 0}>
      <summary>
        <span className="mono">{module}</span>
        {count > 0 && <span className="badge plain accent">{texts.chosen(count)}</span>}
      </summary>
      <div className="stack tight">
        <CheckField
          label={texts.whole(module)}
          checked={chosen.includes(whole)}
          onChange={() => onChange(toggled(chosen, whole))}
        />
        {events.map(({ id, description }) => (
          <CheckField
            key={id}
            label={id}
            hint={description}
            checked={chosen.includes(id)}
            onChange={() => onChange(toggled(chosen, id))}
          />
        ))}
      </div>
    </details>
  );
}

function KnownEvents({ events, ...choice }: Choice & { events: readonly DeliverableEvent[] }) {
  const [words, setWords] = useState('');
  const found = events.filter(({ id, description }) =>
    `${id} ${description}`.toLowerCase().includes(words.trim().toLowerCase()),
  );
  return (
    <div className="picker-list">
      <TextField
        label={texts.search}
        type="search"
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      {[...Map.groupBy(found, ({ module }) => module)].map(([module, events]) => (
        <ModuleEvents key={module} module={module} events={events} isOpen={words !== ''} {...choice} />
      ))}
    </div>
  );
}

function OwnEvent({ chosen, onChange }: Choice) {
  const [pattern, setPattern] = useState('');
  const add = () => {
    const name = pattern.trim();
    if (name !== '' && !chosen.includes(name)) onChange([...chosen, name]);
    setPattern('');
  };
  return (
    <div className="add-event">
      <TextField
        label={texts.own}
        hint={texts.ownHint}
        isWide
        value={pattern}
        onChange={({ target }) => setPattern(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
      />
      <Button onClick={add}>{texts.add}</Button>
    </div>
  );
}

/** Selects the events of a webhook: single ones, whole modules, or all. */
export function EventPicker({ chosen, onChange, error }: Choice & { error: string | undefined }) {
  const reading = useRead(['eventTypes'], (api) => orThrow(api.GET('/api/webhooks/events')));
  const errorId = useId();
  return (
    <fieldset className="stack tight" aria-describedby={error && errorId}>
      <legend>{texts.legend}</legend>
      <span className="hint">{texts.hint}</span>
      {error && (
        <span className="field-error" id={errorId}>
          {error}
        </span>
      )}
      {chosen.length > 0 && (
        <ul className="chips">
          {chosen.map((pattern) => (
            <li key={pattern} className="chip">
              <code>{pattern}</code>
              <button
                type="button"
                aria-label={texts.remove(pattern)}
                onClick={() => onChange(toggled(chosen, pattern))}
              >
                <Icon name="close" size={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <CheckField
        label={texts.everything}
        checked={chosen.includes('*')}
        onChange={() => onChange(chosen.includes('*') ? [] : ['*'])}
      />
      {!chosen.includes('*') && (
        <>
          <Loaded of={reading}>
            {({ data }) => <KnownEvents events={data} chosen={chosen} onChange={onChange} />}
          </Loaded>
          <OwnEvent chosen={chosen} onChange={onChange} />
        </>
      )}
    </fieldset>
  );
}
