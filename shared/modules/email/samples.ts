import { idMadeBy, madeBy, type Need, sample, sampleAfter } from '../../kernel/samples/sample.ts';
import { roleNames } from '../identity/roles/samples.ts';
import { userById } from '../identity/users/samples.ts';
import * as accountContract from './accounts/account-contract.ts';
import * as logContract from './log-contract.ts';
import * as settingsContract from './settings-contract.ts';
import * as templateContract from './template-contract.ts';

const text = { subject: '{{ tenantName }}: {{ title }}', body: '{{ title }}\n\n{{ body }}\n\n{{ link }}' };

const saveTemplate = sample(templateContract.saveEmailTemplate, {
  request: (unique) => ({ params: { type: unique('sales.order.overdue') }, body: text }),
  events: ['email.template.created'],
});
const savedTemplate = madeBy(saveTemplate, ({ type }) => ({ type: String(type) }));

const previewed = sample(templateContract.previewEmail, {
  request: () => ({
    body: { type: 'sales.order.overdue', variables: { title: 'Order SO-1001 is overdue' } },
  }),
  withoutEvents: 'Nothing is stored or sent.',
});

const tokenOf = (name: 'unsubscribeUrl' | 'confirmUrl'): Need<{ token: string }> =>
  madeBy(previewed, (response) => ({ token: String(response[name]).split('token=', 2)[1] ?? '' }));
const byLink = (name: 'unsubscribeUrl' | 'confirmUrl', endpoint: Parameters<typeof sample>[0]) =>
  sampleAfter(tokenOf(name), endpoint, {
    request: ({ token }) => ({ query: { token } }),
    ...(endpoint.method !== 'GET' && { events: ['email.contact.created'] }),
  });

const inviteUser = sampleAfter(roleNames, accountContract.inviteUser, {
  request: ({ roles }, unique) => ({
    body: { email: `${unique('ada')}@example.com`, name: 'Ada Lovelace', roles },
  }),
  events: ['auth.user.created'],
});
const passwordToken = madeBy(inviteUser, ({ link }) => ({
  token: String(link).split('token=', 2)[1] ?? '',
}));

export const emailSamples = [
  sample(accountContract.requestPasswordReset, {
    request: (unique) => ({ body: { email: `${unique('ada')}@example.com` } }),
    withoutEvents: 'A mail is sent, but nothing is changed.',
  }),
  inviteUser,
  sampleAfter(idMadeBy(inviteUser), accountContract.inviteUserAgain, {
    request: (params) => ({ params }),
    events: ['auth.user.updated'],
  }),
  sampleAfter(passwordToken, accountContract.showPasswordReset, { request: (query) => ({ query }) }),
  sampleAfter(passwordToken, accountContract.resetPassword, {
    request: ({ token }) => ({ body: { token, password: 'Enigma-1942' } }),
    events: ['auth.user.updated'],
  }),
  sample(logContract.listMails),
  sample(logContract.getEmailStatus),
  sample(logContract.resumeEmail, { withoutEvents: 'A tenant that is not paused does not change.' }),
  sample(logContract.listSuppressedAddresses),
  sample(logContract.removeSuppressedAddress, {
    request: () => ({ query: { address: 'gone@example.com' } }),
    withoutEvents: 'An address that is not suppressed does not change.',
  }),
  sample(settingsContract.getEmailSettings),
  sample(settingsContract.updateEmailSettings, {
    request: () => ({ body: { senderName: 'Example Ltd', replyTo: 'support@example.com' } }),
    events: ['email.settings.updated'],
  }),
  sample(settingsContract.verifyEmailDomain, {
    request: (unique) => ({ body: { domain: `${unique('shop')}.example` } }),
    events: ['email.settings.updated'],
  }),
  sampleAfter(userById, settingsContract.getEmailPreferences, {
    request: ({ userId }) => ({ query: { userId } }),
  }),
  sampleAfter(userById, settingsContract.updateEmailPreferences, {
    request: ({ userId }) => ({
      query: { userId },
      body: { mode: 'hourly', types: { 'sales.order.overdue': 'instant' } },
    }),
    events: ['email.preferences.updated'],
  }),
  byLink('unsubscribeUrl', settingsContract.showUnsubscribe),
  byLink('unsubscribeUrl', settingsContract.unsubscribe),
  byLink('confirmUrl', settingsContract.showConfirmation),
  byLink('confirmUrl', settingsContract.confirmAddress),
  sample(templateContract.listEmailTemplates),
  saveTemplate,
  sampleAfter(savedTemplate, templateContract.deleteEmailTemplate, {
    request: ({ type }) => ({ params: { type } }),
    events: ['email.template.deleted'],
  }),
  previewed,
];
