import type { Tour } from './tour.ts';

/** A notification is sent as an e-mail. */
export async function emailSteps({ access, chapter, step, tag }: Tour): Promise<void> {
  chapter('E-mail');
  const { login, controlUrl } = access;
  if (login === undefined || controlUrl === undefined) return;
  const key = 'acmeAdmin';
  const { items } = await step('Find the recipient of the e-mail', {
    method: 'GET',
    path: `/api/auth/users?search=${encodeURIComponent(login.email)}`,
    key,
    expect: 200,
    show: ({ total }) => ({ total }),
  });
  const [user] = items as [{ id: string }];
  await step('Set her e-mail mode to immediate', {
    method: 'PUT',
    path: `/api/email/preferences?userId=${user.id}`,
    key,
    expect: 200,
    body: { mode: 'instant' },
    show: ({ effectiveMode }) => ({ effectiveMode }),
  });
  const title = `Order ${tag} is overdue`;
  await step('Notify her', {
    method: 'POST',
    path: '/api/notifications',
    key,
    expect: 201,
    body: {
      recipientUserId: user.id,
      type: 'sales.order.overdue',
      title,
      body: 'It should have left on Monday.',
    },
  });
  // A tenant's own text may put more around the title.
  const isHers = (one: unknown) => String(Object(one).subject).includes(title);
  await step('The e-mail as the local SES received it (open it in a browser)', {
    method: 'GET',
    base: controlUrl,
    path: `/mail?to=${encodeURIComponent(login.email)}`,
    again: ({ mails }) => !Array.isArray(mails) || !mails.some(isHers),
    expect: 200,
    show: ({ mails }) => {
      const { subject, text } = Object((mails as unknown[]).find(isHers));
      return { subject, text };
    },
  });
  await step('The e-mail log', {
    method: 'GET',
    path: `/api/email/log?search=${tag}`,
    key,
    again: ({ items: mails }) => Object(mails)[0]?.state !== 'delivered',
    expect: 200,
    show: ({ items: mails }) => {
      const { state, attempts } = Object(mails)[0];
      return { state, attempts };
    },
  });
}
