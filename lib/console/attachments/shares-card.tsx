import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { orThrow, type ShareLink } from '../../../shared/clients/typescript/index.ts';
import { useRead, useWrite } from '../api/queries.ts';
import { SelectField, TextField } from '../forms/field.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { useMay } from '../session/session.ts';
import { attachmentTexts } from '../texts/attachments.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { SecretDialog } from '../ui/secret-dialog.tsx';
import { Loaded } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';

const texts = attachmentTexts.shares;

const durations = [
  { seconds: 3_600, title: texts.durations.hour },
  { seconds: 86_400, title: texts.durations.day },
  { seconds: 604_800, title: texts.durations.week },
  { seconds: 2_592_000, title: texts.durations.month },
];

interface DialogProps {
  fileId: string;
  onClose: () => void;
}

/** Creates a link, then shows it once until its button is pressed. */
function CreateShareDialog({ fileId, onClose }: DialogProps) {
  const form = useForm({ defaultValues: { name: '', seconds: '604800' } });
  const creating = useWrite(
    (api, { name, seconds }: { name: string; seconds: string }) =>
      orThrow(
        api.POST('/api/attachments/library/{id}/shares', {
          params: { path: { id: fileId } },
          body: { expiresInSeconds: Number(seconds), ...(name.trim() && { name: name.trim() }) },
        }),
      ),
    ['files'],
  );
  if (creating.data) return <SecretDialog {...texts.ready} secret={creating.data.url} onClose={onClose} />;
  return (
    <FormDialog
      title={texts.create}
      form={form}
      saving={creating}
      submitLabel={texts.confirm}
      onSave={(fields) => creating.mutate(fields)}
      onClose={onClose}
    >
      <p>{texts.intro}</p>
      <TextField
        label={texts.name}
        placeholder={texts.namePlaceholder}
        maxLength={200}
        {...form.register('name')}
      />
      <SelectField
        label={texts.lasts}
        {...form.register('seconds')}
        choices={durations.map(({ seconds, title }) => [String(seconds), title])}
      />
    </FormDialog>
  );
}

/** Links for downloads without an account. */
export function SharesCard({ fileId }: { fileId: string }) {
  const mayManage = useMay()('attachments.manage');
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<ShareLink>();
  const reading = useRead(['files', 'shares', fileId], (api) =>
    orThrow(api.GET('/api/attachments/library/{id}/shares', { params: { path: { id: fileId } } })),
  );
  return (
    <Card
      title={texts.title}
      actions={
        mayManage && (
          <Button icon="link" onClick={() => setCreating(true)}>
            {texts.create}
          </Button>
        )
      }
    >
      <Loaded of={reading}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="muted">{texts.empty}</p>
          ) : (
            <ul className="plain-list stack tight" aria-label={texts.caption}>
              {items.map((share) => (
                <li key={share.id} className="row apart">
                  <span>
                    <span className="break">{share.name ?? texts.unnamed}</span>
                    <span className="small muted">
                      {' '}
                      · {texts.columns.expires} <Time value={share.expiresAt} />
                    </span>
                  </span>
                  {mayManage && (
                    <Button
                      aria-label={texts.revokeOf(share.name ?? texts.unnamed)}
                      onClick={() => setRevoked(share)}
                    >
                      {texts.revoke}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {isCreating && <CreateShareDialog fileId={fileId} onClose={() => setCreating(false)} />}
      {revoked && (
        <DeleteDialog
          name={revoked.name ?? texts.unnamed}
          texts={texts.revocation}
          remove={(api) =>
            orThrow(
              api.DELETE('/api/attachments/library/{id}/shares/{shareId}', {
                params: { path: { id: fileId, shareId: revoked.id } },
              }),
            )
          }
          refreshes={['files']}
          onClose={() => setRevoked(undefined)}
        />
      )}
    </Card>
  );
}
