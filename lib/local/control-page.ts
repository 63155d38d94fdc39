/** An HTML page of the control server for people. All other responses are JSON. */
export class ControlPage {
  readonly html: string;
  constructor(html: string) {
    this.html = html;
  }
}

/** Pages show e-mails as sent, and must not run scripts or load anything. */
export const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self' data:; form-action 'none'; base-uri 'none'";
