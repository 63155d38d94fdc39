import { uiTexts } from '../texts/ui.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import './id.css';

/** An id, cut to the width of its place, with a button that copies it. */
export function Id({ of, what = uiTexts.id }: { of: string; what?: string }) {
  return (
    <span className="id">
      <code className="clipped">{of}</code>
      <CopyButton text={of} what={what} />
    </span>
  );
}
