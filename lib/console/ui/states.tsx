/** Placeholders for loading, empty and failed data. */
import type { ReactNode } from 'react';
import { uiTexts } from '../texts/ui.ts';
import { Icon, type IconName } from './icon.tsx';
import { ProblemNotice } from './notice.tsx';

export function Loading() {
  return (
    <div className="loading" role="status" aria-label={uiTexts.loading}>
      <span />
      <span />
      <span />
    </div>
  );
}

/** Explains what to do if there is no data. */
export function Empty(props: { icon?: IconName; title: string; text?: ReactNode; action?: ReactNode }) {
  const { icon = 'inbox', title, text, action } = props;
  return (
    <div className="empty">
      <Icon name={icon} size={24} />
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {action}
    </div>
  );
}

/** The same as a card, in place of a list. */
export const EmptyCard = (props: Parameters<typeof Empty>[0]) => (
  <div className="card flush">
    <Empty {...props} />
  </div>
);

export interface Reading<Data> {
  data: Data | undefined;
  error: unknown;
  refetch: () => unknown;
  /** While `data` is that of an earlier query, such as another filter. */
  isPlaceholderData?: boolean;
}

/**
 * Shows the data of a query. An error is shown above data that was read earlier. Data of an earlier query is marked until
 * that of the current one is there.
 */
export function Loaded<Data>(props: {
  of: Reading<Data>;
  /** Shown while nothing is loaded; it has the size of what comes. */
  placeholder?: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  const { data, error, refetch, isPlaceholderData = false } = props.of;
  if (data === undefined)
    return error ? <ProblemNotice error={error} onRetry={refetch} /> : (props.placeholder ?? <Loading />);
  return (
    <div className="reading" aria-busy={isPlaceholderData}>
      {isPlaceholderData && (
        <div className="busy" role="status">
          <span className="unseen">{uiTexts.loading}</span>
        </div>
      )}
      {error !== null && error !== undefined && <ProblemNotice error={error} onRetry={refetch} />}
      {props.children(data)}
    </div>
  );
}
