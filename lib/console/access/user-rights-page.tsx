import { useParams } from 'react-router';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead, withVersion } from '../api/queries.ts';
import { rightsTexts, userTexts } from '../texts/access.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { RightsEditor } from './rights-editor.tsx';

/** Individual rights of a user, which replace those of the roles. */
export function UserRightsPage() {
  const { id: userId = '' } = useParams();
  const reading = useRead(['users', 'one', userId], (api) =>
    orThrow(api.GET('/api/auth/users', { params: { query: { id: userId } } })),
  );
  const [user] = reading.data?.items ?? [];
  const name = user?.name ?? user?.email ?? '';
  return (
    <>
      <PageHeader
        title={rightsTexts.ofUser(name)}
        intro={rightsTexts.ofUserIntro}
        parent={{ to: `/users/${userId}`, title: name || userTexts.list.title }}
      />
      <RightsEditor
        holder={{ resource: 'users', id: userId }}
        read={(api) => withVersion(api.GET('/api/auth/users/acl', { params: { query: { userId } } }))}
        write={(api, body, params) =>
          orThrow(api.PUT('/api/auth/users/acl', { params, body: { userId, ...body } }))
        }
      />
    </>
  );
}
