import { useState } from 'react';
import { uiTexts } from '../texts/ui.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';

const maxLines = 30;

/** Stored text, never interpreted; long texts are collapsed. */
export function CodeBlock({ text, what }: { text: string; what: string }) {
  const [isWhole, setWhole] = useState(false);
  const lines = text.split('\n');
  const shown = isWhole ? text : lines.slice(0, maxLines).join('\n');
  return (
    <figure className="stack tight">
      <figcaption className="row apart">
        <span className="small muted">{what}</span>
        <CopyButton text={text} what={what} />
      </figcaption>
      <pre className="code">{shown}</pre>
      {!isWhole && lines.length > maxLines && (
        <div>
          <Button onClick={() => setWhole(true)}>{uiTexts.allLines(lines.length)}</Button>
        </div>
      )}
    </figure>
  );
}
