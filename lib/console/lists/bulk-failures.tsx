import { bulkTexts } from '../texts/lists.ts';
import { Notice } from '../ui/notice.tsx';
import type { BulkFailure } from './bulk-run.ts';

const maxShown = 20;

/** The rows that were not changed, and why. */
export function BulkFailures({ of }: { of: readonly BulkFailure[] }) {
  if (of.length === 0) return null;
  return (
    <Notice tone="bad" title={bulkTexts.failed(of.length)}>
      <ul>
        {of.slice(0, maxShown).map(({ id, name, error }) => (
          <li key={id} className="break">
            {name}: {error}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
