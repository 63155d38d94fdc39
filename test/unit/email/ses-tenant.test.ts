/** The SES tenant of a tenant, which its first mail creates. */
import {
  AlreadyExistsException,
  BadRequestException,
  CreateTenantCommand,
  CreateTenantResourceAssociationCommand,
  NotFoundException,
  SESv2Client,
  SendEmailCommand,
} from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emailTenantResourcesVariable } from '../../../shared/modules/email/environment.ts';
import { sendWithSes } from '../../../shared/modules/email/sending/ses.ts';
import { aMail } from '../../support/builders/email.ts';

const ses = mockClient(SESv2Client);

const mail = aMail({ kind: 'account', state: 'sending', attempts: 1, claimedAtMs: 0 });
const content = { from: 'mail@example.com', replyTo: null, text: 'Hello', html: '<p>Hello</p>', headers: [] };

const about = (message: string) => ({ message, $metadata: {} });
const exists = new AlreadyExistsException(about('It exists.'));

beforeEach(() => {
  vi.stubEnv(emailTenantResourcesVariable, 'arn:identity,arn:set');
  ses.reset();
});
afterEach(() => vi.unstubAllEnvs());

it('is created for the first mail', async () => {
  ses.on(CreateTenantCommand).resolves({});
  ses.on(CreateTenantResourceAssociationCommand).resolves({});
  ses
    .on(SendEmailCommand)
    .rejectsOnce(new NotFoundException(about('There is no such tenant.')))
    .resolves({ MessageId: 'm-1' });
  expect(await sendWithSes(mail, content)).toEqual({ kind: 'accepted', sesMessageId: 'm-1' });
});

it('is completed if another worker has created it without its resources', async () => {
  ses.on(CreateTenantCommand).rejects(exists);
  ses.on(CreateTenantResourceAssociationCommand).rejectsOnce(exists).resolves({});
  ses
    .on(SendEmailCommand)
    .rejectsOnce(new BadRequestException(about('The set is not associated with the tenant.')))
    .resolves({ MessageId: 'm-2' });
  expect(await sendWithSes(mail, content)).toEqual({ kind: 'accepted', sesMessageId: 'm-2' });
  expect(ses.commandCalls(CreateTenantResourceAssociationCommand).length).toBe(2);
});

it('is not the cause of a mail that SES refuses twice', async () => {
  ses.on(CreateTenantCommand).rejects(exists);
  ses.on(CreateTenantResourceAssociationCommand).rejects(exists);
  ses.on(SendEmailCommand).rejects(new BadRequestException(about('The subject is invalid.')));
  expect(await sendWithSes(mail, content)).toEqual({
    kind: 'refused',
    reason: 'BadRequestException: The subject is invalid.',
  });
});
