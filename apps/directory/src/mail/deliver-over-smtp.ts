import nodemailer, { type NodemailerError } from 'nodemailer';
import pTimeout from 'p-timeout';
import { type DeliverMail, MailRefused, mailMessage } from './mail-message.ts';

/** For connecting, for the greeting, and for any silence later. */
const STEP_TIMEOUT_MS = 10_000;
/** For the whole delivery, because a server may answer a little at a time. */
const MAIL_TIMEOUT_MS = 60_000;

const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1']);

/** Opens a connection for each mail. Errors leave out the server's reply, because it repeats the recipient. */
export function deliverOverSmtp(smtpUrl: string): DeliverMail {
  const transport = nodemailer.createTransport({
    ...serverOf(smtpUrl),
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    dnsTimeout: STEP_TIMEOUT_MS,
    socketTimeout: STEP_TIMEOUT_MS,
  });
  return async (mail) => {
    const sent = transport.sendMail(mailMessage(mail)).catch((error) => {
      throw withoutAddress(error);
    });
    const message = `The mail server took longer than ${MAIL_TIMEOUT_MS} ms`;
    await pTimeout(sent, { milliseconds: MAIL_TIMEOUT_MS, message });
  };
}

/** Requires TLS before a password is sent, except to this machine itself. */
function serverOf(smtpUrl: string) {
  const url = URL.parse(smtpUrl);
  if (url === null) throw new Error('SMTP_URL is not a URL');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const secure = url.protocol === 'smtps:';
  const server = { host, secure, port: Number(url.port) || (secure ? 465 : 587) };
  if (url.username === '') return server;
  const auth = { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
  return { ...server, auth, requireTLS: !secure && !LOOPBACK.has(host) };
}

function withoutAddress(error: NodemailerError): Error {
  const { code = 'unknown', command, responseCode, permanent } = error;
  const cause = [code, command, responseCode].filter((part) => part !== undefined).join(' ');
  // Refused credentials are a 5xx as well, but the operator can correct them, and then the mail can be sent.
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  return permanent === true && isAboutMail
    ? new MailRefused(`The mail server refused the e-mail for good: ${cause}`)
    : new Error(`The mail server did not take the e-mail: ${cause}`);
}
