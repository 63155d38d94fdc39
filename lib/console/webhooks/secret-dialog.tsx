import type { ReactNode } from 'react';
import { webhookTexts } from '../texts/webhooks.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';

const texts = webhookTexts.secret;

/** Shows a new signing secret, once. Only its own button closes it. */
export function SecretDialog(props: { secret: string; onClose: () => void; children?: ReactNode }) {
  const { secret, onClose, children } = props;
  return (
    <Dialog title={texts.title}>
      <div className="stack">
        <p>{texts.intro}</p>
        {children}
        <div className="row">
          <code className="code break">{secret}</code>
          <CopyButton text={secret} what={texts.title} />
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
