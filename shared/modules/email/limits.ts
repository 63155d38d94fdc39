/** Limits of e-mail. */
export const emailLimits = {
  /** RFC 5321: octets of an address, and of the part before its `@`. */
  address: 254,
  localPart: 64,
  subject: 250,
  /** Templates of a tenant. */
  templateSubject: 300,
  templateBody: 10_000,
  templates: 200,
  /** Domains that a tenant may verify. */
  domains: 20,
  /** Name of the sender that a tenant chooses. */
  senderName: 80,
  /** Days for which the log keeps mails, and hours for which it keeps their texts. */
  logDays: 30,
  contentHours: 72,
  /** How long a mail is tried. */
  maxAgeHours: 24,
  /** Days (UTC) after its own on which a mail waits for the tenant's limit; shorter than its text is kept. */
  deferDays: 2,
  /** Most mails a day that super admins may grant a tenant. */
  mailsPerDay: 1_000_000,
  /** Attempts without a response of SES after which a mail has failed: each may have been accepted. */
  maxUnconfirmed: 8,
  /** How long the `Send` event of a mail is waited for whose worker ended without recording what SES said. */
  lookupSeconds: 60,
  /** Mails of accounts (password, invitation) may use so much more than a tenant's limit of a day. */
  accountShare: 1.1,
  /** Most users who get a mail of one notification. */
  recipients: 1_000,
  /** How long a link by which a password is chosen is valid. */
  accountTokenMinutes: 30,
  /** Shares of a day's mails at which a tenant is paused, and how many mails they are counted of at least. */
  bounceShare: 0.03,
  complaintShare: 0.001,
  minMailsOfShare: 100,
  /** How long a tenant is paused. */
  pauseHours: 24,
} as const;
