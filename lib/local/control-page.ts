/** A page that the control server shows to people. Everything else it returns is JSON. */
export class ControlPage {
  readonly html: string;
  constructor(html: string) {
    this.html = html;
  }
}

/** Pages show what was sent as it would look, and must neither run nor load anything. */
export const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self' data:; form-action 'none'; base-uri 'none'";
