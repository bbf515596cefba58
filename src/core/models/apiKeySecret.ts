/** Name under which a provider's key stands in the secret store. */
export function apiKeySecret(provider: string): string {
  return `apiKey:${provider}`;
}
