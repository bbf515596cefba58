import { ProtocolError, SdkHttpError } from '@modelcontextprotocol/client';
import { asObject } from '../../../shared/base/json.ts';

/** S26 basic/versioning: no version in common. */
const unsupportedVersion = -32022;
const maxNamed = 5;

/**
 * The versions of the protocol that a server says it speaks when it refuses all of ours, as the end of a sentence;
 * undefined for other errors.
 */
export function supportedVersions(error: unknown): string | undefined {
  const { code, data } = refusalIn(error) ?? {};
  if (code !== unsupportedVersion) return undefined;
  const supported = asObject(data)?.['supported'];
  const names = Array.isArray(supported) ? supported.filter((name) => typeof name === 'string') : [];
  return names.slice(0, maxNamed).join(', ') || 'versions that it does not name';
}

function refusalIn(error: unknown): { readonly code?: unknown; readonly data?: unknown } | undefined {
  if (error instanceof ProtocolError) return error;
  const text = error instanceof SdkHttpError ? error.data['text'] : undefined;
  if (typeof text !== 'string') return undefined;
  try {
    return asObject(asObject(JSON.parse(text))?.['error']);
  } catch {
    // No JSON, so no message of the protocol.
    return undefined;
  }
}
