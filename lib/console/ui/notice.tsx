import type { ReactNode } from 'react';
import { problemOf } from '../api/problems.ts';
import { useFieldLabels } from '../forms/field-labels.tsx';
import { problemTexts } from '../texts/problems.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';

export type Tone = 'good' | 'bad' | 'warn' | 'calm' | 'accent';

export function Notice(props: { tone: Tone; title: string; children?: ReactNode; actions?: ReactNode }) {
  const { tone, title, children, actions } = props;
  return (
    <div className={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <div className="notice-body">
        <strong>{title}</strong>
        {children}
      </div>
      {actions}
    </div>
  );
}

/** The label of a field of the form; the API's name of what is no field here. */
const FieldName = ({ of, label }: { of: string; label: string | undefined }) =>
  label === undefined ? <code>{of}</code> : <strong>{label}</strong>;

/** Shows an error of the API, with the request id to copy. */
export function ProblemNotice(props: { error: unknown; onRetry?: () => unknown; children?: ReactNode }) {
  const { error, onRetry, children } = props;
  const { title, message, fields, requestId } = problemOf(error);
  const labelOf = useFieldLabels();
  return (
    <Notice
      tone="bad"
      title={title}
      actions={onRetry && <Button onClick={() => void onRetry()}>{problemTexts.tryAgain}</Button>}
    >
      <p className="break">{message}</p>
      {fields.length > 0 && (
        <ul>
          {fields.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              <FieldName of={field} label={labelOf(field)} /> {message}
            </li>
          ))}
        </ul>
      )}
      {children}
      {requestId && (
        <p className="row small">
          <span>
            {problemTexts.requestId} <code>{requestId}</code>
          </span>
          <CopyButton text={requestId} what={problemTexts.requestId} />
        </p>
      )}
    </Notice>
  );
}
