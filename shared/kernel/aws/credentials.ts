/** What AWS calls are signed with, as the SDK reads it. */
export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
  /** From when the SDK asks again. */
  expiration?: Date;
}
