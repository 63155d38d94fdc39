import { bodyOf, both, idMadeBy, madeBy, sample, sampleAfter } from '../../../kernel/samples/sample.ts';
import { roleById, roleNames } from '../roles/samples.ts';
import * as contract from './contract.ts';

const createUser = sampleAfter(roleNames, contract.createUser, {
  request: ({ roles }, unique) => ({
    body: { email: `${unique('ada')}@example.com`, password: 'Enigma-1942', name: 'Ada Lovelace', roles },
  }),
  events: ['auth.user.created'],
});
const user = idMadeBy(createUser);
/** The credentials of a user. */
export const credentials = madeBy(createUser, (_, request) => {
  const { email, password } = bodyOf(request);
  return { email: String(email), password: String(password) };
});
/** A role that a user holds. */
export const roleOfUser = madeBy(
  sampleAfter(roleById, contract.createUser, {
    request: ({ roleId }, unique) => ({
      body: { email: `${unique('grace')}@example.com`, password: 'Enigma-1942', roles: [roleId] },
    }),
  }),
  (_, request) => ({ roleId: String(Object(bodyOf(request).roles)[0]) }),
);
export const userById = madeBy(createUser, ({ id }) => ({ userId: String(id) }));

export const userSamples = [
  sample(contract.listUsers),
  createUser,
  sampleAfter(both(user, roleNames), contract.updateUser, {
    request: ({ id, roles }) => ({ body: { id, roles } }),
    events: ['auth.user.updated'],
  }),
  sampleAfter(user, contract.deleteUser, { request: (body) => ({ body }), events: ['auth.user.deleted'] }),
  sampleAfter(userById, contract.getUserAcl, { request: (query) => ({ query }) }),
  sampleAfter(userById, contract.updateUserAcl, {
    request: ({ userId }) => ({ body: { userId, features: ['scheduler.jobs.view'], organizations: [] } }),
    events: ['auth.user.updated'],
  }),
];
