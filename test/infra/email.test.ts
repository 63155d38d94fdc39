/** The mail sender and its permissions. */
import { describe, expect, it } from 'vitest';
import { everythingOn } from '../support/runtime/everything-on.ts';
import { synthesize, type TemplateResource, text } from '../support/runtime/template.ts';

const withSender = synthesize({ stage: 'prod', options: everythingOn });
const withoutSender = synthesize({ stage: 'dev' });

const environmentOf = ({ properties }: TemplateResource): Record<string, unknown> =>
  (properties.Environment as { Variables: Record<string, unknown> }).Variables;
const functionNamed = (app: typeof withSender, name: string): TemplateResource => {
  const found = app
    .ofType('AWS::Lambda::Function')
    .find(({ properties }) => String(properties.FunctionName).endsWith(name));
  if (found === undefined) throw new Error(`There is no function ${name}.`);
  return found;
};
const sesGrants = (app: typeof withSender, name: string) => {
  const role = app.referenced(functionNamed(app, name), functionNamed(app, name).properties.Role);
  const [policy] = role.properties.Policies as [
    { PolicyDocument: { Statement: { Action: string[]; Resource: unknown }[] } },
  ];
  return policy.PolicyDocument.Statement.filter(({ Action }) => Action[0]?.startsWith('ses:')).map(
    ({ Action, Resource }) => [Action[0], text(Resource)],
  );
};

describe('a stage with a sender', () => {
  it('has its domain as an identity, with the DNS records of DKIM and SPF', () => {
    expect(withSender.only('AWS::SES::EmailIdentity').properties).toMatchObject({
      EmailIdentity: 'mail.example.com',
      MailFromAttributes: { MailFromDomain: 'bounce.mail.example.com' },
    });
    const types = withSender.ofType('AWS::Route53::RecordSet').map(({ properties }) => properties.Type);
    expect(types.filter((type) => type === 'CNAME')).toHaveLength(3);
    expect(types).toEqual(expect.arrayContaining(['MX', 'TXT']));
  });

  it('receives events of accepted, delivered, refused, bounced and complained mails', () => {
    const destination = withSender.only('AWS::SES::ConfigurationSetEventDestination');
    expect(destination.properties.EventDestination).toMatchObject({
      Enabled: true,
      MatchingEventTypes: ['SEND', 'REJECT', 'DELIVERY', 'BOUNCE', 'COMPLAINT'],
    });
  });

  it('lets one function send mails, from its own address only', () => {
    const arn = 'arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>';
    expect(sesGrants(withSender, '-email-send-mails')).toEqual([
      ['ses:SendEmail', `${arn}:identity/mail.example.com`],
      ['ses:SendEmail', `${arn}:configuration-set/platform-modules-prod`],
      ['ses:GetAccount', '*'],
      ['ses:CreateTenant', `${arn}:tenant/pm-prod-*`],
      ['ses:CreateTenantResourceAssociation', `${arn}:tenant/pm-prod-*`],
      ['ses:CreateTenantResourceAssociation', `${arn}:identity/mail.example.com`],
      ['ses:CreateTenantResourceAssociation', `${arn}:configuration-set/platform-modules-prod`],
    ]);
    expect(sesGrants(withSender, '-email-make-mails')).toEqual([]);
  });

  it('configures the functions with the sender and the address of links', () => {
    expect(environmentOf(functionNamed(withSender, '-email-make-mails'))).toMatchObject({
      EMAIL_SENDER: 'notifications@mail.example.com',
      EMAIL_LINK_BASE: 'https://api.example.com',
    });
  });
});

describe('a stage without a sender', () => {
  it('sends nothing, and configures its functions accordingly', () => {
    expect(withoutSender.ofType('AWS::SES::EmailIdentity')).toEqual([]);
    expect(sesGrants(withoutSender, '-email-send-mails')).toEqual([]);
    expect(environmentOf(functionNamed(withoutSender, '-email-get-email-status'))).not.toHaveProperty(
      'EMAIL_SENDER',
    );
  });

  it('refuses a sender without an address for links', () => {
    const options = { email: { sender: 'notifications@mail.example.com' } };
    expect(() => synthesize({ stage: 'dev', options })).toThrow(/email: requires a domain or a linkBase/);
  });
});
