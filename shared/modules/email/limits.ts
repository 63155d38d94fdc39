/** Limits of e-mail. */
export const emailLimits = {
  /** Maximum octets of an address and of its part before the `@`, from RFC 5321. */
  subject: 250,
  /** Limits of a tenant's templates: characters of subject and body, and their number. */
  templateSubject: 300,
  templateBody: 10_000,
  templates: 200,
  /** Maximum number of domains that a tenant may verify. */
  domains: 20,
  /** Maximum number of notification types with a choice of their own, of a user or an address. */
  types: 100,
  /** Maximum characters of a tenant's sender name. */
  senderName: 80,
  /** How long the log keeps mails, and how long their contents are stored. */
  logDays: 30,
  contentHours: 72,
  /** How long sending a mail is retried. */
  maxAgeHours: 24,
  /** Days (UTC) after its creation on which a mail may wait for the daily limit; less than `contentHours`. */
  deferDays: 2,
  /** Maximum daily limit that super admins can set for a tenant. */
  mailsPerDay: 1_000_000,
  /** Attempts without a response of SES after which a mail fails, as SES may have accepted each of them. */
  maxUnconfirmed: 8,
  /** How long to wait for the `Send` event of a mail after a worker died without recording SES's response. */
  lookupSeconds: 60,
  /** Account mails (password, invitation) may exceed a tenant's daily limit by this factor. */
  accountShare: 1.1,
  /** Maximum number of users who receive a mail of one notification. */
  recipients: 1_000,
  /** Shares of a day's mails at which a tenant is paused, and the minimum number of mails to which they refer. */
  bounceShare: 0.03,
  complaintShare: 0.001,
  minMailsOfShare: 100,
  /** How long a tenant is paused. */
  pauseHours: 24,
} as const;
