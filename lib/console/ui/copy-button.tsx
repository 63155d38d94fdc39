import { useEffect, useState } from 'react';
import { uiTexts } from '../texts/ui.ts';
import { Button } from './button.tsx';

const shownMs = 2_000;

/** Copies the text and confirms it for a moment. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = window.setTimeout(() => setCopied(false), shownMs);
    return () => window.clearTimeout(timer);
  }, [isCopied]);
  const copy = () => {
    void navigator.clipboard.writeText(text).then(() => setCopied(true));
  };
  return (
    <Button variant="quiet" icon={isCopied ? 'check' : 'copy'} onClick={copy} aria-label={uiTexts.copy(what)}>
      {isCopied ? uiTexts.copied : uiTexts.copyShort}
    </Button>
  );
}
