import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
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

/** Removes the mails about these, and what a killed process left of one. */
export async function removeFromFolder(folder: string, ids: readonly string[]): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const about = names.filter((name) => ids.some((id) => name.startsWith(id)));
  await Promise.all(about.map((name) => rm(path.join(folder, name), { force: true })));
}
