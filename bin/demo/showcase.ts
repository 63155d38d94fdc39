/** What the demo leaves behind, so that the pages of the console have something to show. */
import { scannedPage } from '../../lib/local/textract/scanned-page.ts';
import { asForm, orThrow, type PlatformClient } from '../../shared/clients/typescript/index.ts';
import { type ProductName, productPicture } from './pictures.ts';
import type { Tour } from './tour.ts';

const library = { entityId: 'attachments:library', recordId: 'library' };

const productNames: readonly ProductName[] = ['vase', 'crate', 'lamp', 'bowl'];

const scan = async (lines: readonly string[]): Promise<Uint8Array<ArrayBuffer>> =>
  Uint8Array.from((await scannedPage(lines)).png);

const texts: readonly (readonly [fileName: string, tag: string, text: string])[] = [
  ['price-list.csv', 'prices', 'article,price\nvase,49.00\ncrate,12.50\nlamp,89.00\nbowl,23.00\n'],
  [
    'minutes-of-the-board.txt',
    'board',
    'Minutes of the board\n\nThe new warehouse in Lisbon opens in March. Fragile porcelain is packed by hand until then.\n',
  ],
  [
    'returns-policy.md',
    'policy',
    '# Returns\n\nGoods can be returned within 30 days, unused and in their box.\n',
  ],
];

const scans: readonly (readonly [fileName: string, tag: string, lines: readonly string[]])[] = [
  [
    'delivery-note-1001.png',
    'delivery',
    [
      'Delivery note 1001',
      '',
      'Fragile porcelain',
      '',
      '2 vases',
      '4 bowls',
      '1 crate',
      '',
      'To: Room Lisbon',
      'Signed: A. Costa',
    ],
  ],
  [
    'invoice-2041.png',
    'invoice',
    [
      'Invoice 2041',
      '',
      '12 lamps at 89.00',
      '20 bowls at 23.00',
      '',
      'Total 1528.00 EUR',
      '',
      'Payable within',
      '14 days',
      'Thank you',
    ],
  ],
];

/** Files with pictures and texts, one of them in two versions and shared by a link. */
async function fillLibrary(client: PlatformClient): Promise<void> {
  const upload = (content: string | Uint8Array<ArrayBuffer>, fileName: string, tags: readonly string[]) =>
    orThrow(
      client.POST('/api/attachments', {
        body: { ...library, tags: JSON.stringify(tags), file: new File([content], fileName) },
        bodySerializer: asForm,
      }),
    );
  for (const name of productNames)
    await upload(await productPicture(name), `${name}.png`, ['product', 'photo']);
  for (const [fileName, tag, lines] of scans) await upload(await scan(lines), fileName, [tag, 'scan']);
  for (const [fileName, tag, text] of texts) await upload(text, fileName, [tag]);
  const { item } = await upload('Agreement with the carrier, draft.\n', 'carrier-agreement.txt', [
    'contract',
  ]);
  await orThrow(
    client.POST('/api/attachments/versions', {
      body: {
        attachmentId: item.id,
        file: new File(
          ['Agreement with the carrier.\n\nPorcelain is insured up to 5000 EUR for each delivery.\n'],
          'carrier-agreement.txt',
        ),
      },
      bodySerializer: asForm,
    }),
  );
  await orThrow(
    client.POST('/api/attachments/library/{id}/shares', {
      params: { path: { id: item.id } },
      body: { name: 'For the auditor', expiresInSeconds: 7 * 86_400 },
    }),
  );
}

/** Roles, people who hold them, and keys of programs. */
async function fillAccess(client: PlatformClient, tag: string): Promise<void> {
  const aRole = async (name: string, features: string[]) => {
    const { id } = await orThrow(client.POST('/api/auth/roles', { body: { name: `${name} ${tag}` } }));
    await orThrow(client.PUT('/api/auth/roles/acl', { body: { roleId: id, features } }));
    return id;
  };
  const support = await aRole('Support', ['*.view', 'webhooks.manage', 'webhooks.test']);
  const accounting = await aRole('Accounting', ['payment_gateways.*', 'attachments.view', 'audit_logs.view']);
  const warehouse = await aRole('Warehouse', ['attachments.*', 'events.publish']);
  for (const [name, roles] of [
    ['Ada Lovelace', [support]],
    ['Grace Hopper', [accounting, support]],
    ['Linus Pauling', [warehouse]],
  ] as const) {
    const [first = ''] = name.toLowerCase().split(' ');
    const email = `${first}.${tag}@acme.example`;
    await orThrow(client.POST('/api/auth/users/invite', { body: { email, name, roles: [...roles] } }));
  }
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const key = { name: `Warehouse scanner ${tag}`, description: 'Stores delivery notes', roles: [warehouse] };
  await orThrow(client.POST('/api/api_keys/keys', { body: { ...key, expiresAt: inDays(90) } }));
}

/** A tree of organizations of three levels, one of them closed. */
async function fillDirectory(client: PlatformClient, tag: string): Promise<void> {
  const below = async (name: string, parentId?: string) => {
    const body = { name, slug: `${name.toLowerCase()}-${tag}`, ...(parentId && { parentId }) };
    const { id } = await orThrow(client.POST('/api/directory/organizations', { body }));
    return id;
  };
  const europe = await below('Europe');
  const portugal = await below('Portugal', europe);
  await below('Lisbon', portugal);
  await below('Porto', portugal);
  const spain = await below('Spain', europe);
  await orThrow(client.PUT('/api/directory/organizations', { body: { id: spain, isActive: false } }));
}

/** A template of the tenant, and mails about a notification. */
async function fillMails(client: PlatformClient): Promise<void> {
  await orThrow(
    client.PUT('/api/email/settings', {
      body: { isEnabled: true, senderName: 'Acme', defaultMode: 'instant' },
    }),
  );
  await orThrow(
    client.PUT('/api/email/templates/{type}', {
      params: { path: { type: 'sales.order.overdue' } },
      body: { subject: '{{ tenantName }}: {{ title }}', body: '{{ title }}\n\n{{ body }}\n\n{{ link }}' },
    }),
  );
  await orThrow(
    client.POST('/api/notifications/feature', {
      body: {
        requiredFeature: 'webhooks.view',
        type: 'sales.order.overdue',
        severity: 'warning',
        title: 'Order SO-1001 is overdue',
        body: 'The customer waits for two vases.',
      },
    }),
  );
}

/** Addresses for the messages of two providers. */
async function fillInbound(client: PlatformClient): Promise<void> {
  const path = '/api/webhooks/inbound-endpoints';
  await orThrow(
    client.POST(path, {
      body: {
        name: 'Shop repository',
        description: 'Releases and pushes to the main branch',
        providerKey: 'github',
      },
    }),
  );
  await orThrow(
    client.POST(path, {
      body: {
        name: 'Carrier',
        description: 'Where parcels are',
        providerKey: 'generic_hmac',
        settings: { signatureHeader: 'x-carrier-signature', timestampHeader: 'x-carrier-time' },
      },
    }),
  );
}

/** A webhook whose receiver does not exist, and events that could not be delivered to it. */
async function fillDeliveries(client: PlatformClient): Promise<void> {
  const type = 'sales.order.packed';
  await orThrow(
    client.POST('/api/webhooks', {
      body: {
        name: 'Warehouse',
        description: 'Its address has no server, so that its deliveries fail',
        url: 'https://warehouse.example.com/hooks',
        subscribedEvents: [type],
        maxRetries: 1,
      },
    }),
  );
  for (const orderId of ['SO-1001', 'SO-1002'])
    await orThrow(client.POST('/api/events', { body: { type, data: { orderId } } }));
}

/** Two rules of orders. */
async function fillRules(client: PlatformClient, tag: string): Promise<void> {
  const common = {
    ruleType: 'GUARD',
    entityType: 'sales.order',
    enabled: true,
    priority: 100,
    version: 1,
  } as const;
  const limit = {
    ruleId: `ORDER-LIMIT-${tag}`,
    ruleName: 'Hold large orders of new customers',
    conditionExpression: {
      operator: 'AND' as const,
      rules: [
        { field: 'total', operator: '<' as const, value: 10_000 },
        { field: 'customer.isNew', operator: '=' as const, value: false },
      ],
    },
  };
  const address = {
    ruleId: `ORDER-ADDRESS-${tag}`,
    ruleName: 'Ship within Europe only',
    conditionExpression: { field: 'country', operator: 'IN' as const, value: ['PT', 'ES', 'FR', 'DE'] },
  };
  for (const rule of [limit, address])
    await orThrow(client.POST('/api/business_rules/rules', { body: { ...common, ...rule } }));
}

/** Fills what the pages of the console show, once: nothing of it is deleted again. */
export async function fillShowcase(client: PlatformClient, tag: string): Promise<void> {
  await fillLibrary(client);
  await fillDirectory(client, tag);
  await fillAccess(client, tag);
  await fillMails(client);
  await fillRules(client, tag);
  await fillInbound(client);
  await fillDeliveries(client);
}

/** Leaves data behind that make the console worth looking at, unless an earlier demo has. */
export async function showcaseSteps({ as, call, chapter, tag }: Tour): Promise<void> {
  chapter('Data for the console');
  const admin = as('acmeAdmin');
  const products = () =>
    admin.GET('/api/attachments/library', { params: { query: { tags: 'product', search: 'vase' } } });
  const { total } = await call('Whether an earlier demo has left some', products, {
    show: ({ total }) => ({ files: total }),
  });
  if (total === 0) await fillShowcase(admin, tag);
  await call(
    'Files with pictures and texts',
    () => admin.GET('/api/attachments/library', { params: { query: {} } }),
    { show: ({ items }) => items.map(({ fileName }) => fileName) },
  );
  await call('Organizations', () => admin.GET('/api/directory/organizations'), {
    show: ({ items }) => items.map(({ name, depth }) => ({ name, depth })),
  });
  await call('Roles', () => admin.GET('/api/auth/roles', { params: { query: {} } }), {
    show: ({ items }) => items.map(({ name, usersCount }) => ({ name, usersCount })),
  });
  await call('Mails about a notification', () => admin.GET('/api/email/log', { params: { query: {} } }), {
    show: ({ items }) => items.map(({ subject, state }) => ({ subject, state })),
  });
}
