import { serve } from './plainServer.mjs';

// Answers what only the modern era asks in a way that no specification knows; `ANSWER` says which.
const answers = {
  error: () => {
    throw new Error('what do you mean?');
  },
  nothing: () => undefined,
  nonsense: () => ({ supportedVersions: 'all of them', capabilities: 7 }),
};
serve({ 'server/discover': answers[/** @type {keyof typeof answers} */ (process.env.ANSWER)] });
