import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MORE_FILES = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/** A Chromium that is installed on this machine; null when there is none. */
export function findChromium(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin'];
  const files = folders.flatMap((folder) => COMMANDS.map((command) => join(folder, command)));
  return [...files, ...MORE_FILES].find(isExecutable) ?? null;
}

/** Chromium without a window. It cannot make its sandbox as root. */
export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
