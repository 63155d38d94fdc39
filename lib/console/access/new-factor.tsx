import { type ReactNode, useState } from 'react';
import { hasPasskeys } from '../api/passkeys.ts';
import { factorTexts as texts } from '../texts/factors.ts';
import { Button } from '../ui/button.tsx';
import { AppDialog } from './app-dialog.tsx';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

const dialogs = { passkey: PasskeyDialog, app: AppDialog };

interface NewFactorProps {
  isFirst: boolean;
  /** Called once the recovery codes were shown, if there are any. */
  onDone?: () => void;
  children?: ReactNode;
}

/** Buttons that set up a second factor, and their dialogs. */
export function NewFactor({ isFirst, onDone, children }: NewFactorProps) {
  const [adding, setAdding] = useState<keyof typeof dialogs>();
  const [codes, setCodes] = useState<readonly string[]>();
  const AddDialog = adding && dialogs[adding];
  const offersPasskeys = hasPasskeys();
  const variantOf = (isPreferred: boolean) => (isFirst && isPreferred ? 'primary' : 'plain');
  return (
    <>
      {children}
      {offersPasskeys && (
        <Button variant={variantOf(true)} icon="plus" onClick={() => setAdding('passkey')}>
          {texts.addPasskey}
        </Button>
      )}
      <Button variant={variantOf(!offersPasskeys)} icon="plus" onClick={() => setAdding('app')}>
        {texts.add}
      </Button>
      {AddDialog && (
        <AddDialog
          onDone={(made) => {
            setAdding(undefined);
            if (made === null) onDone?.();
            else setCodes(made);
          }}
          onClose={() => setAdding(undefined)}
        />
      )}
      {codes && (
        <RecoveryCodesDialog
          codes={codes}
          onClose={() => {
            setCodes(undefined);
            onDone?.();
          }}
        />
      )}
    </>
  );
}
