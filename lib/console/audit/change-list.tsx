/** The changed fields of an audit entry, with their values before and after. */
import type { AuditAction } from '../../../shared/clients/typescript/index.ts';
import { inWords } from '../names/titles.ts';
import { auditTexts as texts } from '../texts/audit.ts';
import type { Tone } from '../ui/notice.tsx';
import './audit.css';
import { changesOf, type FieldChange } from './changes.ts';

const tones: ReadonlyMap<string, Tone> = new Map([
  ['created', 'good'],
  ['updated', 'accent'],
  ['deleted', 'bad'],
]);

const actions: Readonly<Record<string, string>> = texts.actions;

export const toneOfAction = (action: string): Tone => tones.get(action) ?? 'calm';
export const titleOfAction = (action: string): string => actions[action] ?? inWords(action);

function Change({ of: { field, before, after, note } }: { of: FieldChange }) {
  return (
    <div className="change">
      <dt>{field}</dt>
      {note !== undefined ? (
        <dd className="note">{note}</dd>
      ) : (
        <>
          <dd className="before">
            <span className="unseen">{texts.before}: </span>
            {before ?? texts.absent}
          </dd>
          <dd className="after">
            <span className="unseen">{texts.after}: </span>
            {after ?? texts.absent}
          </dd>
        </>
      )}
    </div>
  );
}

/** The old and new values; collapsed, because there may be many. */
export function ChangeList({ of }: { of: AuditAction }) {
  const changes = changesOf(of.changes);
  if (changes.length === 0) return <span className="muted">{texts.noFields}</span>;
  return (
    <details>
      <summary>{texts.fields(changes.length)}</summary>
      <dl className="changes">
        {changes.map((change) => (
          <Change key={change.field} of={change} />
        ))}
      </dl>
      {of.requestId && (
        <p className="small muted">
          {texts.requestId} <code>{of.requestId}</code>
        </p>
      )}
    </details>
  );
}
