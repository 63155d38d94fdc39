/** API keys. */
import { type ApiKey, orThrow } from '../../../shared/clients/typescript/index.ts';
import { apiKeys, auditActions } from '../../../shared/clients/typescript/resources.ts';
import { ChangesDialog } from '../audit/changes-of.tsx';
import { time } from '../resources/cells.tsx';
import { search } from '../resources/filters.tsx';
import { resource } from '../resources/resource.tsx';
import type { RowAction } from '../resources/spec.ts';
import { keyTexts } from '../texts/access.ts';
import { changesTexts } from '../texts/audit.ts';
import { uiTexts } from '../texts/ui.ts';
import { CreateKeyDialog, EditKeyDialog, RevokeKeyDialog, RotateKeyDialog } from './key-dialogs.tsx';

const texts = keyTexts.list;

const KeyChanges = ({ of: { id, name }, onClose }: { of: ApiKey; onClose: () => void }) => (
  <ChangesDialog kind="api_keys.key" id={id} name={name} onClose={onClose} />
);

const actions: readonly RowAction<ApiKey>[] = [
  { label: uiTexts.edit, nameOf: ({ name }) => keyTexts.editOf(name), Dialog: EditKeyDialog },
  {
    label: changesTexts.open,
    nameOf: ({ name }) => changesTexts.of(name),
    need: auditActions.features.list,
    variant: 'quiet',
    Dialog: KeyChanges,
  },
  { label: keyTexts.rotate, nameOf: ({ name }) => keyTexts.rotateOf(name), Dialog: RotateKeyDialog },
  {
    label: keyTexts.revoke,
    nameOf: ({ name }) => keyTexts.revokeOf(name),
    need: apiKeys.features.delete,
    variant: 'danger',
    Dialog: RevokeKeyDialog,
  },
];

export const { list } = resource({
  of: apiKeys,
  at: '/keys',
  reads: 'keys',
  icon: 'key',
  list: {
    texts,
    filters: { search: search(texts) },
    read: (api, query) => orThrow(api.GET('/api/api_keys/keys', { params: { query } })),
    columns: {
      name: ({ name, keyPrefix, description, readOnly }) => (
        <>
          <strong className="break">{name}</strong>
          <div className="sub">
            <code>{keyPrefix}…</code>
            {readOnly && ` ${texts.readOnly}`}
          </div>
          {description && <div className="sub break">{description}</div>}
        </>
      ),
      roles: ({ roles }) =>
        roles.length > 0 ? (
          <span className="break">{roles.map(({ name }) => name).join(', ')}</span>
        ) : (
          <span className="muted">{texts.noRoles}</span>
        ),
      organization: ({ organizationId, organizationName }) =>
        organizationId === null ? texts.wholeTenant : organizationName,
      used: time('lastUsedAt'),
      expires: time('expiresAt'),
    },
    actions,
    Create: CreateKeyDialog,
  },
});
