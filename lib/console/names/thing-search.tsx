/** Finds things by name, e-mail address or id, and lets the user choose one. */
import { useId, useState } from 'react';
import { type FoundThing, orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { TextField } from '../forms/field.tsx';
import { nameTexts } from '../texts/names.ts';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/states.tsx';
import { usePause } from '../ui/use-pause.ts';
import './names.css';

const texts = nameTexts.search;

/** The search finds names from this length on. */
const minSearched = 3;

export interface Match {
  key: string;
  title: string;
  /** What distinguishes it from others of the same name. */
  note: string;
  choose: () => void;
}

interface ThingSearchProps {
  label: string;
  hint: string;
  error?: string | undefined;
  /** The matches among what a text found. */
  matchesOf: (text: string, found: readonly FoundThing[]) => readonly Match[];
}

function Matches({ text, matchesOf }: Pick<ThingSearchProps, 'matchesOf'> & { text: string }) {
  const reading = useRead(['names', 'search', text], (api) =>
    orThrow(api.GET('/api/search', { params: { query: { q: text } } })),
  );
  if (reading.error) return <p className="muted">{texts.failed}</p>;
  if (reading.data === undefined || reading.isPlaceholderData) return <Loading />;
  const matches = matchesOf(text, reading.data.items);
  if (matches.length === 0) return <p className="muted">{texts.none}</p>;
  return (
    <ul className="plain-list" aria-label={texts.matches}>
      {matches.map(({ key, title, note, choose }) => (
        <li key={key}>
          <Button variant="quiet" onClick={choose}>
            <span className="break">{title}</span> <span className="muted small break">{note}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

export function ThingSearch({ label, hint, error, matchesOf }: ThingSearchProps) {
  const [text, setText] = useState('');
  const matchesId = useId();
  const searched = usePause(text.trim());
  return (
    <div className="thing-search">
      <TextField
        label={label}
        type="search"
        isWide
        placeholder={hint}
        autoComplete="off"
        value={text}
        error={error}
        aria-controls={matchesId}
        onChange={({ target }) => setText(target.value)}
      />
      <div id={matchesId} aria-live="polite" className="matches">
        {searched.length >= minSearched && <Matches text={searched} matchesOf={matchesOf} />}
      </div>
    </div>
  );
}
