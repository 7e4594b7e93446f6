import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Logger } from '@debrief/service-kit/logger';
import type { Settings } from '../config.ts';
import { deliverOverSmtp } from './deliver-over-smtp.ts';
import type { DeliverMail } from './mail-message.ts';
import { writeToFolder } from './write-to-folder.ts';

type MailSettings = Pick<Settings, 'SMTP_URL' | 'MAIL_DIR'>;

/** Delivers over SMTP when `SMTP_URL` is set, else into a folder, which each mail's log line names. */
export function mailDelivery({ SMTP_URL, MAIL_DIR }: MailSettings, log: Logger): DeliverMail {
  if (SMTP_URL !== undefined) {
    const deliver = deliverOverSmtp(SMTP_URL);
    return async (mail) => {
      await deliver(mail);
      log.info({ kind: mail.kind, id: mail.id }, 'an e-mail was sent');
    };
  }
  const folder = path.resolve(MAIL_DIR ?? path.join(tmpdir(), 'debrief-mail'));
  const write = writeToFolder(folder);
  return async (mail) => {
    await write(mail);
    log.info(
      { kind: mail.kind, id: mail.id, folder },
      'an e-mail was written to a folder, because SMTP_URL is not set',
    );
  };
}
