/** Only public-key signatures: a token with `none`, or signed with a shared secret, is refused. */
export const signatureAlgorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
