import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Logger } from '@debrief/service-kit/logger';
import type { Settings } from '../config.ts';
import { deliverOverSmtp } from './deliver-over-smtp.ts';
import type { DeliverMail } from './mail-message.ts';
import { writeToFolder } from './write-to-folder.ts';

type MailSettings = Pick<Settings, 'SMTP_URL' | 'MAIL_DIR'>;

/** Where mails are written that no server takes. */
export function mailFolder({ MAIL_DIR }: Pick<MailSettings, 'MAIL_DIR'>): string {
  return path.resolve(MAIL_DIR ?? path.join(tmpdir(), 'debrief-mail'));
}

/** Delivers over SMTP when `SMTP_URL` is set, else into a folder, which each mail's log line names. */
export function mailDelivery(settings: MailSettings, log: Logger): DeliverMail {
  const { SMTP_URL } = settings;
  if (SMTP_URL !== undefined) {
    const deliver = deliverOverSmtp(SMTP_URL);
    return async (mail) => {
      await deliver(mail);
      log.info({ kind: mail.kind, id: mail.id }, 'an e-mail was sent');
    };
  }
  const folder = mailFolder(settings);
  const write = writeToFolder(folder);
  return async (mail) => {
    await write(mail);
    log.info(
      { kind: mail.kind, id: mail.id, folder },
      'an e-mail was written to a folder, because SMTP_URL is not set',
    );
  };
}
