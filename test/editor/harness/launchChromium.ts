import { chromium, type Browser } from 'playwright-core';
import { ensureChromium } from '../../../scripts/setup/chromium.mjs';

/** Chromium as root, without a network and without a screen. */
const launchArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts the Chromium of this machine. Whoever starts it closes it. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: await ensureChromium(), args: launchArguments });
}
