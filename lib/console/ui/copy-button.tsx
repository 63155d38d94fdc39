import { useEffect, useState } from 'react';
import { uiTexts } from '../texts/ui.ts';
import { Button } from './button.tsx';

const shownMs = 2_000;

const labels = { none: uiTexts.copyShort, copied: uiTexts.copied, refused: uiTexts.notCopied } as const;

/** Copies the text, and shows and announces for a moment whether the browser allowed it. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [outcome, setOutcome] = useState<keyof typeof labels>('none');
  useEffect(() => {
    if (outcome === 'none') return;
    const timer = window.setTimeout(() => setOutcome('none'), shownMs);
    return () => window.clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    try {
      // Missing on pages without TLS.
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('refused');
    }
  };
  return (
    <>
      <Button
        variant="quiet"
        icon={outcome === 'copied' ? 'check' : 'copy'}
        onClick={() => void copy()}
        aria-label={uiTexts.copy(what)}
      >
        {labels[outcome]}
      </Button>
      <span className="unseen" role="status">
        {outcome !== 'none' && labels[outcome]}
      </span>
    </>
  );
}
