import type { ReactNode } from 'react';
import { problemOf } from '../api/problems.ts';
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

/** Shows an error of the API, with the request id to copy. */
export function ProblemNotice(props: { error: unknown; onRetry?: () => unknown; children?: ReactNode }) {
  const { error, onRetry, children } = props;
  const { title, message, fields, requestId } = problemOf(error);
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
              <code>{field}</code> {message}
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
