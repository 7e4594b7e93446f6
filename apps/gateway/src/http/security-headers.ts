/**
 * What every reply carries, also those that never become a request. Strict-Transport-Security is for whoever ends TLS
 * in front: it must not be sent over plain HTTP (RFC 6797, 7.2).
 */
export const securityHeaders = Object.freeze({
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
});
