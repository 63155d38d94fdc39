import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { encode } from 'uqr';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { TextField } from '../forms/field.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { fieldsOf } from '../forms/form-fields.ts';
import { factorTexts } from '../texts/factors.ts';
import { uiTexts } from '../texts/ui.ts';
import { CopyButton } from '../ui/copy-button.tsx';

const texts = factorTexts.app;

interface SetUp {
  id: string;
  secret: string;
  uri: string;
}

/** A QR code: one path with a square for each dark module. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={texts.qrCode}>
      <path d={path} />
    </svg>
  );
}

function StartDialog({ onStarted, onClose }: { onStarted: (setUp: SetUp) => void; onClose: () => void }) {
  const form = useForm({ defaultValues: { name: texts.defaultName as string } });
  const starting = useWrite(
    (api, body: { name: string }) => orThrow(api.POST('/api/auth/factors/totp', { body })),
    [],
  );
  const field = fieldsOf(form, starting.error);
  return (
    <FormDialog
      title={texts.title}
      form={form}
      saving={starting}
      submitLabel={texts.next}
      onSave={(fields) => starting.mutate(fields, { onSuccess: onStarted })}
      onClose={onClose}
    >
      <p>{texts.intro}</p>
      <TextField label={texts.name} {...field('name', { required: uiTexts.required })} />
    </FormDialog>
  );
}

interface AppDialogProps {
  /** Called with the recovery codes of the first factor, else null. */
  onDone: (recoveryCodes: readonly string[] | null) => void;
  onClose: () => void;
}

function ConfirmAppDialog({ setUp, onDone, onClose }: AppDialogProps & { setUp: SetUp }) {
  const form = useForm({ defaultValues: { code: '' } });
  const confirming = useWrite(
    (api, { code }: { code: string }) =>
      orThrow(api.POST('/api/auth/factors/totp/confirm', { body: { id: setUp.id, code } })),
    ['factors', 'sessions'],
  );
  const field = fieldsOf(form, confirming.error);
  return (
    <FormDialog
      title={texts.title}
      form={form}
      saving={confirming}
      submitLabel={texts.confirm}
      onSave={(fields) =>
        confirming.mutate(fields, { onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) })
      }
      onClose={onClose}
    >
      <p>{texts.scan}</p>
      <QrCode text={setUp.uri} />
      <details>
        <summary className="small">{texts.byHand}</summary>
        <div className="row">
          <code className="code break">{setUp.secret}</code>
          <CopyButton text={setUp.secret} what={texts.secret} />
        </div>
      </details>
      <TextField
        label={texts.code}
        hint={texts.codeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...field('code', { required: uiTexts.required })}
      />
    </FormDialog>
  );
}

/** Sets up an authenticator app in two steps: its name, then its QR code and first code. */
export function AppDialog(props: AppDialogProps) {
  const [setUp, setSetUp] = useState<SetUp>();
  if (setUp === undefined) return <StartDialog onStarted={setSetUp} onClose={props.onClose} />;
  return <ConfirmAppDialog {...props} setUp={setUp} />;
}
