import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import nodemailer from 'nodemailer';
import { type DeliverMail, mailMessage } from './mail-message.ts';

/** Writes each mail as a mail server would get it, into a folder that only its owner can read. */
export function writeToFolder(folder: string): DeliverMail {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async (mail) => {
    const { message } = await composer.sendMail(mailMessage(mail));
    const file = path.join(folder, `${mail.id}.eml`);
    const part = `${file}.${process.pid}.part`;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(part, message, { mode: 0o600, flush: true });
    await rename(part, file);
  };
}
