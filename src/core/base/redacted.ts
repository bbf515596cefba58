/** What stands in place of a secret, in logs, listings and messages alike (contract §8). */
export const redacted = '<redacted>';
