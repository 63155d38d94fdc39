import { factorTexts } from '../texts/factors.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';

const texts = factorTexts.codes;

/** Saves a text as a file of the browser. */
function download(fileName: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Shows recovery codes once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <Dialog title={texts.title}>
      <div className="stack">
        <p>{texts.intro}</p>
        <ul className="recovery-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className="row">
          <CopyButton text={text} what={texts.what} />
          <Button variant="quiet" icon="download" onClick={() => download(texts.fileName, text)}>
            {texts.download}
          </Button>
        </div>
        <div>
          <Button variant="primary" onClick={onClose}>
            {texts.done}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
