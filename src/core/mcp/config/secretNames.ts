import { redacted } from '../../base/redacted.ts';

const secretName =
  /key|token|secret|passw|(?<![a-z])pass(?![a-z])|(?<![a-z])pat(?![a-z])|pwd|passphrase|credential|auth|cookie|private|bearer|dsn|connection_?string/i;

/** Shorter values are left alone: replacing "on" or "8080" would make a log unreadable and hide nothing. */
const shortestSecret = 6;

/** Whether the name of a variable says that its value is secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/** Takes secret values out of a text. */
export type Redactor = (text: string) => string;

/** Makes the function that takes secret values out of text that leaves the core. */
export function redactorOf(secrets: readonly string[]): Redactor {
  const values = [...new Set(secrets.flatMap(formsOf))].filter((value) => value.length >= shortestSecret);
  // The longest first: one secret may begin with another.
  values.sort((a, b) => b.length - a.length);
  return (text) => values.reduce((rest, value) => rest.replaceAll(value, redacted), text);
}

/** A log comes line by line, so a key of several lines is never seen whole there; and errors may quote it as JSON. */
function formsOf(secret: string): string[] {
  const plain = [secret, ...secret.split(/\r?\n/).map((line) => line.trim())];
  return [...plain, ...plain.map((text) => JSON.stringify(text).slice(1, -1))];
}
