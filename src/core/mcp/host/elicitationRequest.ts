import { asObject } from '../../../shared/base/json.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { asText } from '../catalog/lenientSchemas.ts';
import type { FormElicitation, UrlElicitation } from './hostHandlers.ts';
import { HostRefusal } from './hostRefusal.ts';

const maxMessageChars = 10_000;
const maxUrlChars = 8_000;
const maxIdChars = 1_000;
/** Of one error -32042. */
const maxRequired = 16;

/** Reads the parameters of a form. Throws a `HostRefusal`; what the schema asks for is not looked at. */
export function readForm(server: string, params: JsonObject): FormElicitation {
  const requestedSchema = asObject(params['requestedSchema']);
  if (!requestedSchema) throw new HostRefusal('invalid', '"requestedSchema" must be an object.');
  return { mode: 'form', server, message: messageOf(params), requestedSchema };
}

/** Reads the parameters that send a person to an address. Throws a `HostRefusal`. */
export function readUrl(server: string, params: JsonObject): UrlElicitation {
  const elicitationId = asText(params['elicitationId']);
  if (elicitationId !== undefined && elicitationId.length > maxIdChars) {
    throw new HostRefusal('invalid', `"elicitationId" is longer than ${maxIdChars} characters.`);
  }
  return { mode: 'url', server, message: messageOf(params), url: urlOf(params), elicitationId };
}

/**
 * What the data of an error -32042 ask for before the request is sent again. Entries that cannot be shown to a person
 * are left out.
 */
export function readRequiredElicitations(server: string, data: unknown): readonly UrlElicitation[] {
  const entries = asObject(data)?.['elicitations'];
  if (!Array.isArray(entries)) return [];
  return entries.slice(0, maxRequired).flatMap((entry) => {
    try {
      return [readUrl(server, asObject(entry) ?? {})];
    } catch {
      // What else the server asks for may be enough; asked for again, the request fails with the same error.
      return [];
    }
  });
}

function messageOf(params: JsonObject): string {
  const message = asText(params['message']);
  if (message === undefined) throw new HostRefusal('invalid', '"message" must be a text.');
  if (message.length <= maxMessageChars) return message;
  throw new HostRefusal('invalid', `"message" is longer than ${maxMessageChars} characters.`);
}

/** Only what a browser shows under the name of a host: no scripts, no files, no programs, no disguise by credentials. */
function urlOf(params: JsonObject): string {
  const text = asText(params['url']) ?? '';
  if (text.length > maxUrlChars) throw new HostRefusal('invalid', `"url" is longer than ${maxUrlChars} characters.`);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (!url || !isAllowed) {
    throw new HostRefusal('invalid', '"url" must be an https address; http is allowed on this machine only.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new HostRefusal('invalid', '"url" must not carry a user name or a password.');
  }
  return text;
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
