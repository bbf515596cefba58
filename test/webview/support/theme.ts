import { readFileSync } from 'node:fs';
import * as z from 'zod';

const themeSchema = z.object({ kind: z.string(), name: z.string(), variables: z.record(z.string(), z.string()) });

/** What the editor tells a webview of its colour theme; taken from VS Code 1.139. */
export type Theme = z.infer<typeof themeSchema>;
export type ThemeName = 'dark' | 'light' | 'highContrast';

/** Reads one of the recorded themes: Dark Modern, Light Modern, Dark High Contrast. */
export function readTheme(name: ThemeName): Theme {
  return themeSchema.parse(JSON.parse(readFileSync(new URL(`./themes/${name}.json`, import.meta.url), 'utf8')));
}
